package dev.arachne.content;

import java.util.List;

/**
 * The markup of an HTML page, for a check of the page: {@link MarkupReader#read} makes it.
 * Immutable. Texts have single spaces.
 *
 * @param titles the texts of its elements {@code title}, at most {@value MarkupReader#MOST_TEXTS}
 * @param descriptions those of {@code meta name=description}, likewise
 * @param headings those of {@code h1}, likewise
 * @param links its references in its order, at most {@value MarkupReader#MOST_LINKS}
 * @param anchors the targets of fragments: the values of {@code id}, and of {@code name} of {@code
 *     a}; at most {@value MarkupReader#MOST_ANCHORS}
 * @param language the {@code lang} of its root, empty without one
 * @param robots the contents of {@code meta name=robots}, a comma between
 * @param charset its declared encoding, and the one it was read in
 * @param words of its main text
 * @param simHash the {@link SimHash} of its main text
 * @param isCut whether it exceeds the size that is read, or a limit of the other components
 */
public record PageMarkup(
    List<String> titles,
    List<String> descriptions,
    List<String> headings,
    List<MarkupLink> links,
    List<String> anchors,
    String language,
    String robots,
    PageCharset charset,
    int words,
    long simHash,
    boolean isCut) {
  /** The markup of a page; the lists are copied. */
  public PageMarkup {
    titles = List.copyOf(titles);
    descriptions = List.copyOf(descriptions);
    headings = List.copyOf(headings);
    links = List.copyOf(links);
    anchors = List.copyOf(anchors);
  }

  /** Whether it excludes itself from search: {@code noindex} or {@code none}. */
  public boolean isHidden() {
    for (String word : robots.toLowerCase(java.util.Locale.ROOT).split("[,\\s]+")) {
      if (word.equals("noindex") || word.equals("none")) {
        return true;
      }
    }
    return false;
  }
}

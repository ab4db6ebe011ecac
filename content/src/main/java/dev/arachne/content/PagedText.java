package dev.arachne.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A document that is text on numbered pages, such as a PDF. Immutable.
 *
 * @param title empty if not stated
 * @param description empty if not stated
 * @param author empty if not stated
 * @param published the time of publication, as ISO 8601; empty if not stated
 * @param modified the time of the last change, likewise
 * @param language a language tag (RFC 5646), empty if not stated
 * @param pages the text of each page: lines, an empty one between paragraphs
 * @param links to others
 * @param isCut whether the document has more text than this
 */
public record PagedText(
    String title,
    String description,
    String author,
    String published,
    String modified,
    String language,
    List<String> pages,
    List<PageLink> links,
    boolean isCut) {
  private static final int LONGEST_TITLE = 200;

  /** A document; the lists are copied. */
  public PagedText {
    pages = List.copyOf(pages);
    links = List.copyOf(links);
  }

  /**
   * Its content. The Markdown has a heading for each page, if there are several, whose anchor leads
   * there ({@code page=2}, RFC 8118 3).
   */
  public PageContent content() {
    List<List<String>> paragraphs = pages.stream().map(PagedText::paragraphs).toList();
    String named = title.isBlank() ? firstLine(paragraphs) : Spaces.single(title);
    var markdown = new StringBuilder();
    var text = new StringBuilder();
    List<Heading> headings = new ArrayList<>();
    if (!named.isEmpty()) {
      heading(markdown, headings, 1, named, "");
    }
    for (int i = 0; i < paragraphs.size(); i++) {
      if (paragraphs.size() > 1 && !paragraphs.get(i).isEmpty()) {
        heading(markdown, headings, 2, "Page " + (i + 1), "page=" + (i + 1));
      }
      for (String paragraph : paragraphs.get(i)) {
        append(markdown, paragraph, MarkdownText.Place.PARAGRAPH);
        markdown.append("\n\n");
        text.append(text.isEmpty() ? "" : "\n\n").append(paragraph);
      }
    }
    String whole = text.toString();
    return new PageContent(
        named,
        description,
        author,
        published,
        modified,
        language.isEmpty() ? PageLanguage.of(whole) : language,
        whole,
        markdown.isEmpty() ? "" : markdown.substring(0, markdown.length() - 1),
        headings,
        Optional.empty(),
        List.of(),
        links,
        List.of(),
        SimHash.of(whole),
        isCut);
  }

  private static void heading(
      StringBuilder markdown, List<Heading> headings, int level, String text, String anchor) {
    headings.add(new Heading(level, text, anchor, markdown.length()));
    markdown.repeat('#', level).append(' ');
    append(markdown, text, MarkdownText.Place.HEADING);
    markdown.append("\n\n");
  }

  /** Appends the text of a block, which has no markup. */
  private static void append(StringBuilder markdown, String text, MarkdownText.Place place) {
    var block = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
      MarkdownText.append(block, text.charAt(i), next, place);
    }
    markdown.append(block);
  }

  /** Paragraphs with single spaces; a word divided at the end of a line is joined. */
  private static List<String> paragraphs(String page) {
    List<String> paragraphs = new ArrayList<>();
    var paragraph = new StringBuilder();
    for (String line : (page + "\n\n").split("\n", -1)) {
      String single = Spaces.single(line);
      if (!single.isEmpty()) {
        join(paragraph, single);
      } else if (!paragraph.isEmpty()) {
        paragraphs.add(paragraph.toString());
        paragraph.setLength(0);
      }
    }
    return paragraphs;
  }

  private static void join(StringBuilder paragraph, String line) {
    int end = paragraph.length();
    boolean isDivided =
        end > 1
            && paragraph.charAt(end - 1) == '-'
            && Character.isLetter(paragraph.charAt(end - 2))
            && Character.isLowerCase(line.charAt(0));
    if (isDivided) {
      paragraph.setLength(end - 1);
    } else if (end > 0) {
      paragraph.append(' ');
    }
    paragraph.append(line);
  }

  private static String firstLine(List<List<String>> paragraphs) {
    String first = paragraphs.stream().flatMap(List::stream).findFirst().orElse("");
    return first.length() <= LONGEST_TITLE ? first : "";
  }
}

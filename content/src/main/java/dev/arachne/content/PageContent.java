package dev.arachne.content;

import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.Optional;

/**
 * The content of an HTML page. Immutable. {@link PageReader#read} makes it.
 *
 * @param title without the name of the site if that is recognised; empty if absent
 * @param description as the page states it, else empty
 * @param author names, a comma between; empty if not stated
 * @param published the time of publication, as ISO 8601, a date with or without a time; empty if
 *     not stated
 * @param modified the time of the last change, likewise
 * @param language a language tag (RFC 5646), empty if it is neither stated nor recognised
 * @param text the main text without boilerplate, captions and the title: paragraphs, an empty line
 *     between; no markup
 * @param markdown the main content as CommonMark with GFM's tables: the title as its first heading,
 *     links and images absolute, captions, code and tables; each line ended
 * @param headings those of {@code markdown}, in its order
 * @param canonical the URL that the page states for itself
 * @param alternates the page in other languages
 * @param links of the whole page to others, each once with the same text; at most {@value
 *     PageReader#MOST_LINKS}
 * @param facts all other statements about itself, at most {@value PageFacts#MOST}
 * @param simHash the {@link SimHash} of {@code text}
 * @param isCut whether the page is larger than {@link PageReader#LIMIT} and was read up to that
 */
public record PageContent(
    String title,
    String description,
    String author,
    String published,
    String modified,
    String language,
    String text,
    String markdown,
    List<Heading> headings,
    Optional<CrawlUrl> canonical,
    List<Alternate> alternates,
    List<PageLink> links,
    List<Fact> facts,
    long simHash,
    boolean isCut) {
  /** A page's content; the lists are copied. */
  public PageContent {
    headings = List.copyOf(headings);
    alternates = List.copyOf(alternates);
    links = List.copyOf(links);
    facts = List.copyOf(facts);
  }
}

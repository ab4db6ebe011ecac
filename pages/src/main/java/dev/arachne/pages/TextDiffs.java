package dev.arachne.pages;

import dev.arachne.content.Documents;
import dev.arachne.content.LineDiff;
import dev.arachne.content.PageContent;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What has changed in the texts of pages from one visit to another, as far as the crawl has kept
 * them: the lines of the main content as Markdown, or those of a body that is text and no HTML.
 * Confined to one thread, as the pages are.
 */
public final class TextDiffs {
  /** Lines of a diff that are told. */
  public static final int MOST_LINES = 200;

  private final CrawlPages pages;

  /** Of the pages of a crawl. */
  public TextDiffs(CrawlPages pages) {
    this.pages = pages;
  }

  /**
   * A unified diff of a page, at most {@value #MOST_LINES} lines of it and one that says how many
   * there are more; an empty text if its lines are the same.
   *
   * @param before when a verdict on the page was made
   * @param now when another one was
   * @return empty if one of the texts was not kept, or the page has none
   */
  public Optional<String> of(CrawlUrl url, Instant before, Instant now) {
    @Nullable Long old = null;
    @Nullable Long current = null;
    for (Long position : pages.ledger().positionsAbout(url)) {
      if (pages.ledger().entry(position) instanceof LedgerEntry.Decided decided) {
        old = old == null && decided.at().equals(before) ? position : old;
        current = current == null && decided.at().equals(now) ? position : current;
      }
    }
    if (old == null || current == null) {
      return Optional.empty();
    }
    Optional<String> text = text(pages.at(current));
    return text(pages.at(old))
        .flatMap(was -> text.map(is -> LineDiff.unified(was, is, MOST_LINES)));
  }

  private Optional<String> text(DecidedPage page) {
    return switch (pages.contentOf(page)) {
      case Reading.Read(PageContent content) -> Optional.of(content.markdown());
      case Reading.Unread(Reading.Why why) ->
          why == Reading.Why.NOT_HTML && isText(page.mediaType()) ? body(page) : Optional.empty();
    };
  }

  private Optional<String> body(DecidedPage page) {
    try {
      return pages.bodyOf(page).map(body -> Documents.text(body.bytes(), body.contentType()));
    } catch (IOException e) {
      return Optional.empty(); // What was kept of it cannot be read.
    }
  }

  private static boolean isText(String mediaType) {
    return mediaType.startsWith("text/")
        || mediaType.endsWith("json")
        || mediaType.endsWith("xml")
        || mediaType.endsWith("javascript");
  }
}

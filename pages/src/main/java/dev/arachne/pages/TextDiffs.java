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
 * The differences between the texts of a page at two visits, if the crawl has kept them: the lines
 * of the main content as Markdown, or of a body of text that is not HTML. Confined to one thread,
 * as the pages are.
 */
public final class TextDiffs {
  /** Most lines of a diff. */
  public static final int MOST_LINES = 200;

  private final CrawlPages pages;

  /** The differences between pages of a crawl. */
  public TextDiffs(CrawlPages pages) {
    this.pages = pages;
  }

  /**
   * Returns a unified diff of a page, at most {@value #MOST_LINES} lines of it and one with the
   * number of omitted ones. The diff is empty if the lines are the same.
   *
   * @param before the time of a verdict on the page
   * @param now the time of a later one
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
      return Optional.empty(); // The kept text cannot be read.
    }
  }

  private static boolean isText(String mediaType) {
    return mediaType.startsWith("text/")
        || mediaType.endsWith("json")
        || mediaType.endsWith("xml")
        || mediaType.endsWith("javascript");
  }
}

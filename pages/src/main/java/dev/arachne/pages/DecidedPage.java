package dev.arachne.pages;

import dev.arachne.content.Documents;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.url.CrawlUrl;
import java.util.Set;

/**
 * A verdict of a crawl on a URL, which may be a page.
 *
 * @param position of the verdict in the ledger
 * @param entry the verdict
 * @param found the discovery of the URL
 */
public record DecidedPage(long position, LedgerEntry.Decided entry, LedgerEntry.Found found) {
  private static final int OK = 200;
  private static final Set<String> MAYBE_HTML = Set.of("text/html", "application/xhtml+xml", "");

  /** The requested URL. */
  public CrawlUrl url() {
    return found.url();
  }

  /** Whether the answer is a page of the crawl: status 200. */
  public boolean isPage() {
    return !found.isExternal()
        && entry.disposition() instanceof Disposition.Done(var answer)
        && answer.status() == OK;
  }

  /** Whether it is a page that may be HTML, by its media type. */
  public boolean isHtml() {
    return isPage() && MAYBE_HTML.contains(mediaType());
  }

  /** Whether it is a page that can be read, if its body or its content was kept. */
  public boolean isReadable() {
    return isHtml() || (isPage() && Documents.isOther(mediaType()));
  }

  /** The media type of the answer; empty if there was no answer, or it has no media type. */
  public String mediaType() {
    return entry.disposition().answered().map(Disposition.Answer::mediaType).orElse("");
  }
}

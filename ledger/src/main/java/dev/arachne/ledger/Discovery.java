package dev.arachne.ledger;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import dev.arachne.url.CrawlUrl;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A URL that was found, and whether it is in the scope of the crawl. Immutable.
 *
 * @param url the URL found
 * @param via the page, or the redirecting URL, on which it was found; null for a seed
 * @param depth links from a seed to it; a redirect does not count
 * @param redirects redirects in a row that led to it
 * @param priority when its turn comes, among those of the same depth
 * @param rejection why the crawl rejects it; empty if it does not
 */
public record Discovery(
    CrawlUrl url,
    @Nullable CrawlUrl via,
    int depth,
    int redirects,
    Priority priority,
    Optional<DropReason> rejection) {
  private static final Priority[] PRECEDENCES = Priority.values();

  /** A URL that is taken to be a page. */
  public Discovery(
      CrawlUrl url,
      @Nullable CrawlUrl via,
      int depth,
      int redirects,
      Optional<DropReason> rejection) {
    this(url, via, depth, redirects, Priority.PAGES, rejection);
  }

  /** A seed. */
  public static Discovery root(CrawlUrl url) {
    return new Discovery(url, null, 0, 0, Optional.empty());
  }

  /** Adds it to the end of a row, without the user name and password that the URL may have. */
  public RowWriter write(RowWriter row) {
    byte[] its = ascii(url.toString());
    row.number(depth)
        .octet(priority.ordinal())
        .number(redirects)
        .octet(rejection.map(DropReason::code).orElse('\0'))
        .bytes(its);
    return via == null ? row : row.bytesAfter(its, ascii(via.toString()));
  }

  /** Reads the rest of a row. */
  public static Discovery read(RowReader row) {
    int depth = (int) row.number();
    Priority priority = PRECEDENCES[row.octet()];
    int redirects = (int) row.number();
    int code = row.octet();
    byte[] url = row.bytes();
    return new Discovery(
        CrawlUrl.ofCanonical(url),
        row.atEnd() ? null : CrawlUrl.ofCanonical(row.bytesAfter(url)),
        depth,
        redirects,
        priority,
        code == 0 ? Optional.empty() : Optional.of(DropReason.ofCode(code)));
  }

  private static byte[] ascii(String url) {
    return url.getBytes(StandardCharsets.ISO_8859_1);
  }
}

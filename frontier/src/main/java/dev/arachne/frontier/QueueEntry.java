package dev.arachne.frontier;

import dev.arachne.url.CrawlUrl;
import java.util.Optional;

/**
 * A URL to do, as a host's queue holds it in memory and in its row.
 *
 * @param discovery the URL and how it was first found
 * @param found the position of the ledger's entry about the discovery; identifies the URL here
 * @param last the position of the ledger's last entry about the URL
 * @param attempt which try comes next, from 1
 * @param notBefore when that may be, in nanoseconds since 1970; 0 if nothing speaks against now
 */
record QueueEntry(Discovery discovery, long found, long last, int attempt, long notBefore) {
  /** Bits of a place that are for the position of the discovery; those above are for its level. */
  private static final int FOUND_BITS = 56;

  /** The greatest depth that the order of a queue tells from greater ones. */
  static final int DEEPEST = 0x7E;

  /**
   * Where it stands in its queue, unsigned: breadth first, those of a depth by precedence, then by
   * the order of discovery.
   */
  long place() {
    int depth = Math.min(discovery.depth(), DEEPEST);
    long level = (long) Precedence.values().length * depth + discovery.precedence().ordinal();
    return level << FOUND_BITS | found;
  }

  /** The position of the discovery of what stands at a place. */
  static long found(long place) {
    return place & (1L << FOUND_BITS) - 1;
  }

  byte[] key(long host) {
    return Rows.queued(host, place());
  }

  byte[] value() {
    var row = new RowWriter().number(found).number(last).number(attempt).number(notBefore);
    return write(discovery, row).toBytes();
  }

  static QueueEntry read(byte[] value) {
    var row = new RowReader(value);
    long found = row.number();
    long last = row.number();
    int attempt = (int) row.number();
    long notBefore = row.number();
    return new QueueEntry(read(row), found, last, attempt, notBefore);
  }

  /** The same of the entry in a row, which is not read for it. */
  static long notBefore(byte[] value) {
    var row = new RowReader(value);
    row.number();
    row.number();
    row.number();
    return row.number();
  }

  QueueEntry retried(long ledgerPosition, long notBefore) {
    return new QueueEntry(discovery, found, ledgerPosition, attempt + 1, notBefore);
  }

  static RowWriter write(Discovery discovery, RowWriter row) {
    String url = discovery.url().href();
    row.number(discovery.depth())
        .octet(discovery.precedence().ordinal())
        .number(discovery.redirects())
        .octet(discovery.rejection().map(DropReason::code).orElse('\0'))
        .text(url);
    CrawlUrl via = discovery.via();
    return via == null ? row : row.textAfter(url, via.toString());
  }

  static Discovery read(RowReader row) {
    int depth = (int) row.number();
    Precedence precedence = Precedence.values()[row.octet()];
    int redirects = (int) row.number();
    int code = row.octet();
    String url = row.text();
    return new Discovery(
        CrawlUrl.of(url),
        row.atEnd() ? null : CrawlUrl.of(row.textAfter(url)),
        depth,
        redirects,
        precedence,
        code == 0 ? Optional.empty() : Optional.of(DropReason.ofCode(code)));
  }
}

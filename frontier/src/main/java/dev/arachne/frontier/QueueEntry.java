package dev.arachne.frontier;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import dev.arachne.store.StoreException;
import dev.arachne.url.CrawlUrl;
import java.nio.charset.StandardCharsets;
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

  private static final Precedence[] PRECEDENCES = Precedence.values();

  /** Bytes that most rows need. */
  private static final int ROOM = 192;

  /** The greatest depth that the order of a queue tells from greater ones. */
  static final int DEEPEST = 0x7E;

  /**
   * Where it stands in its queue, unsigned: breadth first, those of a depth by precedence, then by
   * the order of discovery.
   */
  long place() {
    int depth = Math.min(discovery.depth(), DEEPEST);
    long level = (long) PRECEDENCES.length * depth + discovery.precedence().ordinal();
    return level << FOUND_BITS | found;
  }

  /** What orders places before the order of discovery does. */
  static int level(long place) {
    return (int) (place >>> FOUND_BITS);
  }

  /** The position of the discovery of what stands at a place. */
  static long found(long place) {
    return place & (1L << FOUND_BITS) - 1;
  }

  byte[] key(long host) {
    return Rows.queued(host, place());
  }

  byte[] value() {
    var row = new RowWriter(ROOM).number(found).number(last).number(attempt).number(notBefore);
    return write(discovery, row).toBytes();
  }

  static QueueEntry read(byte[] value) {
    try {
      var row = new RowReader(value);
      long found = row.number();
      long last = row.number();
      int attempt = (int) row.number();
      long notBefore = row.number();
      return new QueueEntry(read(row), found, last, attempt, notBefore);
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw StoreException.damaged("a URL to do", e);
    }
  }

  /** The same of the entry in a row, which is not read for it. */
  static long notBefore(byte[] value) {
    var row = new RowReader(value);
    row.number();
    row.number();
    row.number();
    return row.number();
  }

  /** The same URL, for its attempt of that number. */
  QueueEntry retried(int number, long ledgerPosition, long notBefore) {
    return new QueueEntry(discovery, found, ledgerPosition, number, notBefore);
  }

  static RowWriter write(Discovery discovery, RowWriter row) {
    byte[] url = ascii(discovery.url().href());
    row.number(discovery.depth())
        .octet(discovery.precedence().ordinal())
        .number(discovery.redirects())
        .octet(discovery.rejection().map(DropReason::code).orElse('\0'))
        .bytes(url);
    CrawlUrl via = discovery.via();
    return via == null ? row : row.bytesAfter(url, ascii(via.toString()));
  }

  static Discovery read(RowReader row) {
    int depth = (int) row.number();
    Precedence precedence = PRECEDENCES[row.octet()];
    int redirects = (int) row.number();
    int code = row.octet();
    byte[] url = row.bytes();
    return new Discovery(
        CrawlUrl.remade(url),
        row.atEnd() ? null : CrawlUrl.remade(row.bytesAfter(url)),
        depth,
        redirects,
        precedence,
        code == 0 ? Optional.empty() : Optional.of(DropReason.ofCode(code)));
  }

  private static byte[] ascii(String url) {
    return url.getBytes(StandardCharsets.ISO_8859_1);
  }
}

package dev.arachne.frontier;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Priority;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import dev.arachne.store.StoreException;

/**
 * A URL to do, as a host's queue holds it in memory and in its row.
 *
 * @param discovery the URL and how it was first found
 * @param found the position of the ledger's entry about the discovery; identifies the URL here
 * @param last the position of the ledger's last entry about the URL
 * @param visit which visit is to do, from 1
 * @param attempt which try of that comes next, from 1
 * @param notBefore the earliest time of that, in nanoseconds since 1970; 0 for any time
 */
record QueueEntry(
    Discovery discovery, long found, long last, int visit, int attempt, long notBefore) {
  /** Bits of a place that are for the position of the discovery; those above are for its level. */
  private static final int FOUND_BITS = 56;

  /** The level behind all others. */
  private static final int LAST = 0xFF;

  /** Bytes that most rows need. */
  private static final int ROOM = 192;

  /** The greatest depth that the order of a queue distinguishes. */
  static final int DEEPEST = 0x7E;

  /**
   * The place in its queue, unsigned: breadth first, those of a depth by precedence, then by the
   * order of discovery.
   */
  long place() {
    return (long) level(discovery) << FOUND_BITS | found;
  }

  private static int level(Discovery discovery) {
    int depth = discovery.depth();
    return switch (discovery.priority()) {
      case PAGES, SITEMAPS, DETAILS, API -> pages(depth);
      case REQUISITES, EXTERNAL -> pages(depth) + 1;
      case INDEXED_SITEMAPS -> pages(depth + 1) + 1;
      case USUAL_SITEMAPS, GUESSES -> LAST;
      case PROBES -> pages(0);
    };
  }

  private static int pages(int depth) {
    return 2 * Math.min(depth, DEEPEST);
  }

  /** The level of a place, which orders places before the order of discovery does. */
  static int level(long place) {
    return (int) (place >>> FOUND_BITS);
  }

  /** The position of the discovery of the URL at a place. */
  static long found(long place) {
    return place & (1L << FOUND_BITS) - 1;
  }

  /** Whether it has neither a verdict nor an attempt. */
  boolean wasNeverTried() {
    return visit == 1 && last == found;
  }

  /** Whether it is a probe, which shows how its host answers for absent URLs. */
  boolean isProbe() {
    return discovery.priority() == Priority.PROBES;
  }

  /** Whether it comes after all other URLs of its host, leased ones included. */
  boolean isLast() {
    return level(discovery) == LAST;
  }

  byte[] key(long host) {
    return FrontierKeys.queued(host, place());
  }

  byte[] value() {
    var row = new RowWriter(ROOM).number(found).number(last).number(notBefore);
    return discovery.write(row.number(visit).number(attempt)).toBytes();
  }

  static QueueEntry read(byte[] value) {
    try {
      var row = new RowReader(value);
      long found = row.number();
      long last = row.number();
      long notBefore = row.number();
      int visit = (int) row.number();
      int attempt = (int) row.number();
      return new QueueEntry(Discovery.read(row), found, last, visit, attempt, notBefore);
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw StoreException.damaged("a URL to do", e);
    }
  }

  /** The same of the entry in a row, which is not read for it. */
  static long notBefore(byte[] value) {
    var row = new RowReader(value);
    row.number();
    row.number();
    return row.number();
  }

  /** The same URL, for its attempt of that number. */
  QueueEntry retried(int number, long ledgerPosition, long notBefore) {
    return new QueueEntry(discovery, found, ledgerPosition, visit, number, notBefore);
  }
}

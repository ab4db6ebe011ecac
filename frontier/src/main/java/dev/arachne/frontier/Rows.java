package dev.arachne.frontier;

import dev.arachne.url.Fingerprint;

/**
 * The keys of a shard's rows. The first byte says what a row is; numbers sort as they count.
 *
 * <pre>
 *   S host url          seen: the position of the ledger's last entry about the URL
 *   Q host depth found  queue: a URL to do, until its verdict is committed
 *   H host              host: its origin, when it is due, how many URLs wait
 *   T host url          a URL that every way to it so far made too far away
 *   R host              the position of the ledger's last entry about its robots rules
 *   L position          ledger: what happened, in order
 *   O file offset       a record of an output file that may not have reached the file yet
 *   K                   what the crawl keeps of the ledger's entries so far
 *   C                   counts
 * </pre>
 *
 * <p>{@code host} is a hash of the origin, made unique by the origin in its row H. {@code found} is
 * the position of the ledger's entry about the discovery, which identifies a URL in this shard.
 */
final class Rows {
  /** The deepest level that the order of a queue tells apart. */
  static final int DEEPEST = 0xFF;

  static final byte[] COUNTS = {'C'};
  static final byte[] CHECKPOINT = {'K'};

  private Rows() {}

  static byte[] seen(long host, Fingerprint url) {
    return new RowWriter().octet('S').fixed(host).fixed(url.high()).fixed(url.low()).toBytes();
  }

  static byte[] queued(long host, int depth, long found) {
    return new RowWriter()
        .octet('Q')
        .fixed(host)
        .octet(Math.min(depth, DEEPEST))
        .fixed(found)
        .toBytes();
  }

  /** Before the first URL in the queue of a host. */
  static byte[] queueOf(long host) {
    return new RowWriter().octet('Q').fixed(host).toBytes();
  }

  /** After the last URL in the queue of a host. */
  static byte[] queueEnd(long host) {
    return new RowWriter().octet('Q').fixed(host).octet(0xFF).fixed(-1).octet(0).toBytes();
  }

  static byte[] host(long host) {
    return new RowWriter().octet('H').fixed(host).toBytes();
  }

  /** The host in the key of a row that begins with one. */
  static long host(byte[] key) {
    return number(key);
  }

  static byte[] rules(long host) {
    return new RowWriter().octet('R').fixed(host).toBytes();
  }

  static byte[] tooFar(long host, Fingerprint url) {
    return new RowWriter().octet('T').fixed(host).fixed(url.high()).fixed(url.low()).toBytes();
  }

  static byte[] ledger(long position) {
    return new RowWriter().octet('L').fixed(position).toBytes();
  }

  /** The position in the key of an entry of the ledger. */
  static long position(byte[] ledgerKey) {
    return number(ledgerKey);
  }

  static byte[] output(int file, long offset) {
    return new RowWriter().octet('O').octet(file).fixed(offset).toBytes();
  }

  static OutputRecord output(FrontierStore.Row row) {
    var key = new RowReader(row.key());
    key.octet();
    return new OutputRecord(key.octet(), key.fixed(), row.value());
  }

  /** The first key of rows that begin with {@code kind}; those of {@code kind + 1} end them. */
  static byte[] kind(int kind) {
    return new byte[] {(byte) kind};
  }

  /** The least key greater than {@code key}. */
  static byte[] after(byte[] key) {
    return new RowWriter().raw(key).octet(0).toBytes();
  }

  /** Whether a process never reads the row that it wrote itself. */
  static boolean isForLaterProcess(byte[] key) {
    return switch (key[0]) {
      case 'S', 'L', 'O', 'K', 'C' -> true;
      default -> false;
    };
  }

  private static long number(byte[] key) {
    var reader = new RowReader(key);
    reader.octet();
    return reader.fixed();
  }
}

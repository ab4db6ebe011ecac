package dev.arachne.frontier;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import dev.arachne.url.Fingerprint;

/**
 * The keys of a shard's rows. The first byte says what a row is; numbers sort as they count.
 *
 * <pre>
 *   S host url          seen: the position of the ledger's last entry about the URL
 *   Q host place        queue: a URL to do, until its verdict is committed
 *   H host              host: its origin, when it is due, how many URLs wait, since when it has rules
 *   D due host          a host that has work and sleeps, out of memory
 *   T host url          a URL that every way to it so far made too far away
 *   R host              the position of the ledger's last entry about its robots rules
 *   L position          ledger: what happened, in order
 *   O output offset     a record of an output that may not have reached it yet
 *   N name position     a note for a reader of the ledger, about the entry there
 *   P name              the position up to which a reader has read the ledger
 *   I                   which of several shards it is; none for the only one
 *   X number            a discovery for another shard, which has not taken it for good
 *   Y shard             how many of the transfers of another shard were taken
 *   K                   what the crawl keeps of the ledger's entries so far
 *   C                   counts
 * </pre>
 *
 * <p>{@code host} is a hash of the origin, made unique by the origin in its row H. {@code place} is
 * the depth, the precedence and the position of the ledger's entry about the discovery, which
 * identifies a URL in this shard.
 *
 * <p>Who changes what is in a row raises the number of the format in which crawls are kept;
 * RowFormatTest knows where.
 */
final class Rows {
  static final byte[] COUNTS = {'C'};
  static final byte[] CHECKPOINT = {'K'};
  static final byte[] SHARE = {'I'};

  private Rows() {}

  static byte[] seen(long host, Fingerprint url) {
    return new RowWriter().octet('S').fixed(host).fixed(url.high()).fixed(url.low()).toBytes();
  }

  static byte[] queued(long host, long place) {
    return new RowWriter().octet('Q').fixed(host).fixed(place).toBytes();
  }

  /** The place in the key of a row of a queue. */
  static long place(byte[] queuedKey) {
    return secondNumber(queuedKey);
  }

  /** After the last URL in the queue of a host. */
  static byte[] queueEnd(long host) {
    return new RowWriter().octet('Q').fixed(host).fixed(-1).octet(0).toBytes();
  }

  static byte[] host(long host) {
    return new RowWriter().octet('H').fixed(host).toBytes();
  }

  /** The host in the key of a row that begins with one. */
  static long host(byte[] key) {
    return number(key);
  }

  static byte[] asleep(long due, long host) {
    return new RowWriter().octet('D').fixed(due).fixed(host).toBytes();
  }

  /** When the host in the key of a sleeping one is due. */
  static long due(byte[] asleepKey) {
    return number(asleepKey);
  }

  /** The host in the key of a sleeping one. */
  static long sleeper(byte[] asleepKey) {
    return secondNumber(asleepKey);
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

  /** The position in the key of an entry of the ledger, or the number in that of a transfer. */
  static long position(byte[] key) {
    return number(key);
  }

  static byte[] output(String name, long offset) {
    return new RowWriter().octet('O').text(name).fixed(offset).toBytes();
  }

  static byte[] note(String name, long position) {
    return new RowWriter().octet('N').text(name).fixed(position).toBytes();
  }

  /** The row of a reader's position. */
  static byte[] position(String name) {
    return new RowWriter().octet('P').text(name).toBytes();
  }

  static byte[] transfer(long number) {
    return new RowWriter().octet('X').fixed(number).toBytes();
  }

  static byte[] taken(int sender) {
    return new RowWriter().octet('Y').fixed(sender).toBytes();
  }

  static OutputRecord output(RowStore.Row row) {
    var key = new RowReader(row.key());
    key.octet();
    return new OutputRecord(key.text(), key.fixed(), row.value());
  }

  /** The first key of rows that begin with {@code kind}; those of {@code kind + 1} end them. */
  static byte[] kind(int kind) {
    return new byte[] {(byte) kind};
  }

  private static long number(byte[] key) {
    var reader = new RowReader(key);
    reader.octet();
    return reader.fixed();
  }

  private static long secondNumber(byte[] key) {
    var reader = new RowReader(key);
    reader.octet();
    reader.fixed();
    return reader.fixed();
  }
}

package dev.arachne.frontier;

import dev.arachne.ledger.LedgerKeys;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;

/**
 * The keys of the rows that a shard has in addition to those of {@link LedgerKeys}. The first byte
 * is the kind of a row; numbers sort as they count.
 *
 * <pre>
 *   Q host place        queue: a URL to do, until its verdict is committed
 *   D due host          a host that has work and sleeps, out of memory
 *   I                   which of several shards it is; none for the only one
 *   X number            a discovery for another shard, which has not taken it for good
 *   Y shard             how many of the transfers of another shard were taken
 *   U change host place a URL to do that is set aside: the value is as in row Q. Changes have
 *                       numbers from 1; other reasons have those of {@link SetAsideRows}
 *   W bytes             a row of the crawl's own, see {@link KeptRow}
 *   M bytes             the same of a row that is looked up by its key
 *   E host prefix       how many pages below a path were requested, see {@link Budgets}
 *   J kind two-numbers  knowledge of URLs that bring nothing new, see {@link Traps};
 *                       kind o: which have to come back, see {@link TemplateReopenings}
 *   B host              how a host answers for absent pages, see {@link Probing}
 *   F anything          rows of the engine that has the store, which the frontier does not read
 * </pre>
 *
 * <p>{@code host} is the number in the key of its row H. {@code place} is the depth, the precedence
 * and the position of the ledger's entry about the discovery, which identifies a URL in this shard.
 *
 * <p>A change of the contents of a row raises the number of the format in which crawls are kept;
 * RowFormatTest shows where.
 */
final class FrontierKeys {
  static final byte[] SHARE = {'I'};

  private FrontierKeys() {}

  static byte[] queued(long host, long place) {
    return new RowWriter().octet('Q').fixed(host).fixed(place).toBytes();
  }

  /** The place in the key of a row of a queue. */
  static long place(byte[] queuedKey) {
    return secondNumber(queuedKey);
  }

  /** The key after the last URL in the queue of a host. */
  static byte[] queueEnd(long host) {
    return new RowWriter().octet('Q').fixed(host).fixed(-1).octet(0).toBytes();
  }

  static byte[] setAside(int change, long host, long place) {
    return new RowWriter().octet('U').fixed(change).fixed(host).fixed(place).toBytes();
  }

  /**
   * The key before the first URL that a change has set aside, and behind the last of the one
   * before.
   */
  static byte[] setAside(int change) {
    return new RowWriter().octet('U').fixed(change).toBytes();
  }

  /** The host in the key of a URL that is set aside. */
  static long setAsideHost(byte[] setAsideKey) {
    return secondNumber(setAsideKey);
  }

  static byte[] asleep(long due, long host) {
    return new RowWriter().octet('D').fixed(due).fixed(host).toBytes();
  }

  /** The time at which the host in the key of a sleeping one is due. */
  static long due(byte[] asleepKey) {
    return LedgerKeys.number(asleepKey);
  }

  /** The host in the key of a sleeping one. */
  static long sleeper(byte[] asleepKey) {
    return secondNumber(asleepKey);
  }

  static byte[] transfer(long number) {
    return new RowWriter().octet('X').fixed(number).toBytes();
  }

  static byte[] taken(int sender) {
    return new RowWriter().octet('Y').fixed(sender).toBytes();
  }

  static byte[] answers(long host) {
    return new RowWriter().octet('B').fixed(host).toBytes();
  }

  static byte[] budget(long host, String prefix) {
    return new RowWriter().octet('E').fixed(host).text(prefix).toBytes();
  }

  static byte[] trap(char kind, long first, long second) {
    return new RowWriter().octet('J').octet(kind).fixed(first).fixed(second).toBytes();
  }

  static byte[] kept(byte[] key) {
    return new RowWriter().octet('W').raw(key).toBytes();
  }

  static byte[] lookup(byte[] key) {
    return new RowWriter().octet('M').raw(key).toBytes();
  }

  private static long secondNumber(byte[] key) {
    var reader = new RowReader(key);
    reader.octet();
    reader.fixed();
    return reader.fixed();
  }
}

package dev.arachne.frontier;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import dev.arachne.url.CrawlUrl;

/**
 * The part of a crawl's hosts that one shard has: those whose names fall to its number. All that
 * belongs to a host is in its shard, so a host is asked by one shard only. Immutable.
 *
 * @param number of the shard, from 0
 * @param count how many shards the crawl has; fixed for its life
 */
public record HostPartition(int number, int count) {
  /** Spreads similar hash codes of similar names (Knuth, TAOCP 3, 6.4). */
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  /** All hosts: the share of the only shard. */
  public static final HostPartition WHOLE = new HostPartition(0, 1);

  /** Requires {@code 0 <= number < count}. */
  public HostPartition {
    if (number < 0 || number >= count) {
      throw new IllegalArgumentException("shard " + number + " of " + count);
    }
  }

  /** The share of the shard whose rows are in a store; {@link #WHOLE} if they have none. */
  static HostPartition of(RowStore store) {
    byte[] row = store.get(FrontierKeys.SHARE);
    if (row == null) {
      return WHOLE;
    }
    var reader = new RowReader(row);
    return new HostPartition((int) reader.number(), (int) reader.number());
  }

  /** Writes the share into the rows of a new shard. */
  void write(RowStore store) {
    if (!isWhole()) {
      store.put(FrontierKeys.SHARE, row());
    }
  }

  /** The value of its row. */
  byte[] row() {
    return new RowWriter().number(number).number(count).toBytes();
  }

  /** Whether the shard has the host of a URL. */
  public boolean has(CrawlUrl url) {
    return isWhole() || number == numberOf(url.host(), count);
  }

  /** Whether there is no other shard. */
  public boolean isWhole() {
    return count == 1;
  }

  /**
   * The number of the shard that a host falls to. It depends on nothing but its arguments, so that
   * all parts of a crawl, and each of its processes, agree.
   *
   * <p>{@code String.hashCode} is specified, so it is the same everywhere.
   *
   * @param host a name or address as URLs have it, without a port
   */
  public static int numberOf(String host, int count) {
    return (int) ((host.hashCode() * GOLDEN_RATIO >>> 33) % count);
  }
}

package dev.arachne.frontier;

import dev.arachne.store.StoreException;
import dev.arachne.store.TransactionalStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A disk with one store on it, which knows what was synced, what was only committed and what was
 * not even that, and that the sums are right after each commit: a killed process leaves all that
 * was committed, a power cut what was synced and as many of the commits since then as chance has
 * it.
 */
final class SimulatedDisk {
  private static final byte[] DELETED = {};

  private final TreeMap<byte[], byte[]> synced = rows();
  private final List<Map<byte[], byte[]>> unsynced = new ArrayList<>();
  private final SplittableRandom faults;
  private final int percentFull;
  private @Nullable Store store;
  private long largestCommit;

  /**
   * An empty disk.
   *
   * @param percentFull how many of a hundred writes find no room
   */
  SimulatedDisk(long seed, int percentFull) {
    this.faults = new SplittableRandom(seed);
    this.percentFull = percentFull;
  }

  /** The store as a process finds it that can wait for the disk. */
  TransactionalStore open() {
    return open(true);
  }

  /** The same, but whoever uses it does not wait. */
  TransactionalStore openAtHand() {
    return open(false);
  }

  /** Ends the process: whatever it still does comes to nothing. */
  void kill() {
    if (store != null) {
      store.isDead = true;
    }
    store = null;
  }

  /** Ends the process, and takes away the latest commits, but none that was synced. */
  void cutPower(SplittableRandom chance) {
    kill();
    int kept = chance.nextInt(unsynced.size() + 1);
    unsynced.subList(kept, unsynced.size()).clear();
  }

  /** Commits that a power cut may take away. */
  int unsynced() {
    return unsynced.size();
  }

  /** Bytes of the keys and values of the largest commit so far. */
  long largestCommit() {
    return largestCommit;
  }

  private TransactionalStore open(boolean isBlocking) {
    var rows = rows();
    rows.putAll(synced);
    unsynced.forEach(commit -> apply(commit, rows));
    store = new Store(rows, isBlocking);
    return store;
  }

  private void sometimesFull() {
    if (faults.nextInt(100) < percentFull) {
      throw new StoreException(
          StoreException.Kind.FULL, "the simulated disk is full", new IllegalStateException());
    }
  }

  private static void apply(Map<byte[], byte[]> changes, TreeMap<byte[], byte[]> rows) {
    changes.forEach((key, value) -> {
      if (value == DELETED) {
        rows.remove(key);
      } else {
        rows.put(key, value);
      }
    });
  }

  private static TreeMap<byte[], byte[]> rows() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  private final class Store implements TransactionalStore {
    private final TreeMap<byte[], byte[]> rows;
    private final boolean isBlocking;
    private final Sums sums = new Sums(DELETED);
    private TreeMap<byte[], byte[]> uncommitted = rows();
    private boolean isDead;

    Store(TreeMap<byte[], byte[]> rows, boolean isBlocking) {
      this.rows = rows;
      this.isBlocking = isBlocking;
      sums.add(rows);
    }

    @Override
    public boolean outlivesProcess() {
      return true;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
      return rows.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
      rows.put(key, value);
      uncommitted.put(key, value);
    }

    @Override
    public void delete(byte[] key) {
      rows.remove(key);
      uncommitted.put(key, DELETED);
    }

    @Override
    public List<Row> range(byte[] from, byte[] to, int limit) {
      return rows.subMap(from, to).entrySet().stream()
          .limit(limit)
          .map(row -> new Row(row.getKey(), row.getValue()))
          .toList();
    }

    @Override
    public void commit() {
      if (!isDead && !uncommitted.isEmpty()) {
        sometimesFull();
        sums.add(uncommitted);
        long bytes = 0;
        for (Map.Entry<byte[], byte[]> row : uncommitted.entrySet()) {
          bytes += row.getKey().length + row.getValue().length;
        }
        largestCommit = Math.max(largestCommit, bytes);
        unsynced.add(uncommitted);
        uncommitted = rows();
      }
    }

    @Override
    public void sync() {
      if (!isDead) {
        sometimesFull();
        unsynced.forEach(commit -> apply(commit, synced));
        unsynced.clear();
      }
    }

    @Override
    public boolean isBlocking() {
      return isBlocking;
    }

    @Override
    public long diskBytes() {
      return 0;
    }

    @Override
    public void close() {}
  }
}

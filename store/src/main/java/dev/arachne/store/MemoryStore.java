package dev.arachne.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory, which ends with the process. Commits and syncs are no-ops, and no method
 * blocks or fails. Confined to one thread at a time.
 */
public final class MemoryStore implements TransactionalStore {
  private final TreeMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);

  /** An empty store. */
  public MemoryStore() {}

  @Override
  public boolean outlivesProcess() {
    return false;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return rows.get(key);
  }

  @Override
  public void put(byte[] key, byte[] value) {
    rows.put(key, value);
  }

  @Override
  public void delete(byte[] key) {
    rows.remove(key);
  }

  @Override
  public List<Row> range(byte[] from, byte[] to, int limit) {
    // No stream: it would compute the size of the range, which walks over it.
    List<Row> found = new ArrayList<>();
    for (Map.Entry<byte[], byte[]> row : rows.subMap(from, to).entrySet()) {
      if (found.size() == limit) {
        break;
      }
      found.add(new Row(row.getKey(), row.getValue()));
    }
    return found;
  }

  @Override
  public void commit() {}

  @Override
  public void sync() {}

  @Override
  public boolean isBlocking() {
    return false;
  }

  @Override
  public long diskBytes() {
    return 0;
  }

  @Override
  public void close() {}
}

package dev.arachne.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows put into a column family, and deleted from it, since the last commit. Confined to its
 * store.
 */
final class FamilyChanges {
  /** The value that marks a key as deleted. It is one object, never a value of a caller. */
  static final byte[] DELETED = {};

  private static final int PUT = 5;
  private static final int DELETE = 4;

  private final List<RowStore.Row> inOrder = new ArrayList<>();

  /** The same, sorted; made at the first read, which most commits never see. */
  private @Nullable TreeMap<byte[], byte[]> byKey;

  void add(byte[] key, byte[] value) {
    inOrder.add(new RowStore.Row(key, value));
    if (byKey != null) {
      byKey.put(key, value);
    }
  }

  int size() {
    return inOrder.size();
  }

  TreeMap<byte[], byte[]> byKey() {
    TreeMap<byte[], byte[]> sorted = byKey;
    if (sorted == null) {
      sorted = new TreeMap<>(Arrays::compareUnsigned);
      for (RowStore.Row change : inOrder) {
        sorted.put(change.key(), change.value());
      }
      byKey = sorted;
    }
    return sorted;
  }

  /** Adds them to a batch, for the family of this number. */
  void write(int family, RowWriter batch) {
    for (RowStore.Row change : inOrder) {
      boolean isDeleted = change.value() == DELETED;
      batch.octet(isDeleted ? DELETE : PUT).number(family).bytes(change.key());
      if (!isDeleted) {
        batch.bytes(change.value());
      }
    }
  }

  void clear() {
    inOrder.clear();
    byKey = null;
  }
}

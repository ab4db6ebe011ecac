package dev.arachne.store;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from byte strings to byte strings, as any embedded or replicated store offers it:
 * all that a frontier needs of the place where its rows are. Keys are ordered byte by byte,
 * unsigned. A change is seen by every later read; when changes outlive the process is agreed with
 * whoever owns the store. Confined to one thread at a time; keys and values are not copied.
 */
public interface RowStore {
  /** Rows in memory while many are read. */
  int SCANNED_AT_ONCE = 1_000;

  /** One entry of the map. */
  record Row(byte[] key, byte[] value) {}

  /** Whether a later process will read the rows. If none will, those it alone reads are not put. */
  boolean outlivesProcess();

  /** The value of a key; null if there is none. */
  byte @Nullable [] get(byte[] key);

  /** Sets the value of a key. */
  void put(byte[] key, byte[] value);

  /** Removes a key, if it is there. */
  void delete(byte[] key);

  /**
   * The rows with {@code from <= key < to}, in order of their keys.
   *
   * @param limit how many at most
   */
  List<Row> range(byte[] from, byte[] to, int limit);

  /** Gives all rows with {@code from <= key < to} to {@code reader}, in order of their keys. */
  default void scan(byte[] from, byte[] to, Consumer<Row> reader) {
    byte[] next = from;
    List<Row> rows;
    do {
      rows = range(next, to, SCANNED_AT_ONCE);
      rows.forEach(reader);
      next = rows.isEmpty() ? to : after(rows.getLast().key());
    } while (rows.size() == SCANNED_AT_ONCE);
  }

  /** The least key greater than {@code key}. */
  static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }
}

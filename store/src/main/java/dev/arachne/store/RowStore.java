package dev.arachne.store;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from byte strings to byte strings, as any embedded or replicated store offers it.
 * Keys are ordered byte by byte, unsigned; the first byte is the kind of the row. Every later read
 * sees a change. The owner of the store decides when changes outlive the process, see {@link
 * TransactionalStore}.
 *
 * <p>Confined to one thread at a time. Keys and values are not copied: the caller must not change
 * them afterwards. Every method may throw a {@link StoreException}.
 */
public interface RowStore {
  /** Rows that {@link #scan} has in memory at a time. */
  int SCANNED_AT_ONCE = 1_000;

  /** One entry of the map; the arrays are not copied. */
  record Row(byte[] key, byte[] value) {}

  /**
   * Whether a later process can read the rows. If not, callers need not put rows that only a later
   * process would read.
   */
  boolean outlivesProcess();

  /** The value of a key; null if the key has no row. */
  byte @Nullable [] get(byte[] key);

  /** Sets the value of a key. */
  void put(byte[] key, byte[] value);

  /** Removes a key, if it exists. */
  void delete(byte[] key);

  /**
   * The rows with {@code from <= key < to}, in order of their keys. All are of one kind: {@code to}
   * is at most the first key of the next kind.
   *
   * @param limit how many at most
   */
  List<Row> range(byte[] from, byte[] to, int limit);

  /**
   * Gives all rows with {@code from <= key < to} to {@code reader}, in order of their keys. The
   * bounds are those of {@link #range}.
   */
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

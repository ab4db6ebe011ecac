package dev.arachne.http2;

/**
 * The dynamic table of HPACK (RFC 7541 2.3.2): the fields that were last added, within a bound on
 * their size. Confined to its decoder or encoder.
 */
final class DynamicTable {

  /** The size that an entry counts in addition to its bytes (RFC 7541 4.1). */
  static final int ENTRY_OVERHEAD = 32;

  private static final byte[] NOTHING = {};

  /** A ring: the youngest entry is at {@code youngest}, the next older one before it. */
  private byte[][] names = new byte[8][];

  private byte[][] values = new byte[8][];
  private int youngest = -1;
  private int count;
  private int size;
  private int maximum;

  /** An empty table that holds {@code maximum} bytes. */
  DynamicTable(int maximum) {
    this.maximum = maximum;
  }

  /** The number of entries. */
  int count() {
    return count;
  }

  /** The total size of the entries. */
  int size() {
    return size;
  }

  /** The largest total size. */
  int maximum() {
    return maximum;
  }

  /** Changes the largest total size; evicts the oldest entries beyond it. */
  void resize(int maximum) {
    this.maximum = maximum;
    evict(0);
  }

  /** The name of an entry, 0 for the youngest; read-only. */
  byte[] name(int index) {
    return names[slot(index)];
  }

  /** The value of an entry, 0 for the youngest; read-only. */
  byte[] value(int index) {
    return values[slot(index)];
  }

  /** Adds a field; one that is larger than the table empties it (RFC 7541 4.4). */
  void add(byte[] name, byte[] value) {
    int entry = name.length + value.length + ENTRY_OVERHEAD;
    evict(entry);
    if (entry > maximum) {
      return;
    }
    if (count == names.length) {
      grow();
    }
    youngest = (youngest + 1) % names.length;
    names[youngest] = name;
    values[youngest] = value;
    count++;
    size += entry;
  }

  private void evict(int more) {
    while (count > 0 && size > maximum - more) {
      int oldest = slot(count - 1);
      size -= names[oldest].length + values[oldest].length + ENTRY_OVERHEAD;
      names[oldest] = NOTHING;
      values[oldest] = NOTHING;
      count--;
    }
  }

  private void grow() {
    byte[][] moreNames = new byte[2 * count][];
    byte[][] moreValues = new byte[2 * count][];
    for (int i = 0; i < count; i++) {
      moreNames[count - 1 - i] = name(i);
      moreValues[count - 1 - i] = value(i);
    }
    names = moreNames;
    values = moreValues;
    youngest = count - 1;
  }

  private int slot(int index) {
    return Math.floorMod(youngest - index, names.length);
  }
}

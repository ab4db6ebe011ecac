package dev.arachne.http2;

import dev.arachne.protocol.Headers;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.Limit;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a head or of a trailer section as they are decoded, pseudo-fields included. Beyond
 * a limit no more fields are kept. A decoder must still read them, since they may change its table.
 * Confined to its user.
 */
final class FieldSection {

  private static final int USUAL_BYTES = 1024;
  private static final int USUAL_FIELDS = 24;
  private static final int SPANS = 4;

  private final HttpLimits limits;
  private byte[] bytes = new byte[USUAL_BYTES];
  private int length;
  private int[] spans = new int[USUAL_FIELDS * SPANS];
  private int count;

  /** As SETTINGS_MAX_HEADER_LIST_SIZE counts (RFC 9113 6.5.2). */
  private long listSize;

  private @Nullable Limit exceeded;

  FieldSection(HttpLimits limits) {
    this.limits = limits;
  }

  /** Adds a field; the bytes are copied. */
  void add(byte[] name, int nameTo, byte[] value, int valueFrom, int valueTo) {
    int valueLength = valueTo - valueFrom;
    listSize += nameTo + valueLength + DynamicTable.ENTRY_OVERHEAD;
    if (exceeded != null) {
      return;
    }
    if (listSize > limits.headBytes()) {
      exceeded = Limit.HEAD_BYTES;
    } else if (count == limits.fields()) {
      exceeded = Limit.FIELDS;
    } else {
      put(name, nameTo, value, valueFrom, valueLength);
    }
  }

  private void put(byte[] name, int nameLength, byte[] value, int valueFrom, int valueLength) {
    int needed = length + nameLength + valueLength;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
    }
    if (count * SPANS == spans.length) {
      spans = Arrays.copyOf(spans, 2 * spans.length);
    }
    int at = SPANS * count++;
    spans[at] = length;
    System.arraycopy(name, 0, bytes, length, nameLength);
    length += nameLength;
    spans[at + 1] = length;
    spans[at + 2] = length;
    System.arraycopy(value, valueFrom, bytes, length, valueLength);
    length += valueLength;
    spans[at + 3] = length;
  }

  /** The limit that the fields exceed; null if all fields are here. */
  @Nullable Limit exceeded() {
    return exceeded;
  }

  /** The number of fields. */
  int count() {
    return count;
  }

  /** Whether a field is a pseudo-field, whose name begins with a colon. */
  boolean isPseudo(int index) {
    int from = spans[index * SPANS];
    return from < spans[index * SPANS + 1] && bytes[from] == ':';
  }

  /** The fields from an index on. */
  Headers headers(int from) {
    int first = from == count ? length : spans[from * SPANS];
    int[] offsets = Arrays.copyOfRange(spans, from * SPANS, count * SPANS);
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] -= first;
    }
    return Headers.in(Arrays.copyOfRange(bytes, first, length), offsets);
  }

  /** The bytes that hold all names and values, at {@link #nameFrom} and so on. */
  byte[] bytes() {
    return bytes;
  }

  int nameFrom(int index) {
    return spans[index * SPANS];
  }

  int nameTo(int index) {
    return spans[index * SPANS + 1];
  }

  int valueFrom(int index) {
    return spans[index * SPANS + 2];
  }

  int valueTo(int index) {
    return spans[index * SPANS + 3];
  }
}

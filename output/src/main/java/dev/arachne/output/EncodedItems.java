package dev.arachne.output;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Records as their {@link ItemTarget} has them. Immutable; the bytes are never changed.
 *
 * @param count how many
 * @param bytes all of them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record EncodedItems(int count, byte[] bytes) {
  /** No records. */
  public static final EncodedItems NONE = new EncodedItems(0, new byte[0]);

  /** Reads what {@link #write} wrote. */
  static EncodedItems read(DataInput in) throws IOException {
    int count = in.readInt();
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new EncodedItems(count, bytes);
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(count);
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}

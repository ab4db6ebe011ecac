package dev.arachne.coding;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The input of one decoder: the body as received, or the output of another decoder. It is read in
 * small steps. Before each step other code may run, and the bytes read are tested against the
 * content decoded from them. Confined to its decoding.
 */
final class CodedInput extends InputStream {

  /** The bytes between two checks. The cheapest cost a decoder a nanosecond each, the worst 300. */
  static final int STEP_BYTES = 4 << 10;

  /** Observes the progress of a decoding. */
  @FunctionalInterface
  interface Watch {
    /** May wait, and may throw an exception that ends the decoding. */
    void look(long read);
  }

  private final @Nullable InputStream source;
  private final Watch watch;
  private final byte[] bytes;

  /** The end of the bytes in the array; for a source, of its last read. */
  private int limit;

  private int position;
  private int end;
  private long read;

  private CodedInput(@Nullable InputStream source, byte[] bytes, int from, int to, Watch watch) {
    this.source = source;
    this.bytes = bytes;
    this.position = from;
    this.end = from;
    this.limit = to;
    this.watch = watch;
  }

  /** A whole body, in {@code bytes[from, to)}. */
  static CodedInput of(byte[] bytes, int from, int to, Watch watch) {
    return new CodedInput(null, bytes, from, to, watch);
  }

  /** The output of another decoder as input. */
  static CodedInput of(InputStream source, Watch watch) {
    return new CodedInput(source, new byte[STEP_BYTES], 0, 0, watch);
  }

  @Override
  public int read() throws IOException {
    return position == end && !step() ? -1 : bytes[position++] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int count) throws IOException {
    if (position == end && !step()) {
      return -1;
    }
    int n = Math.min(count, end - position);
    System.arraycopy(bytes, position, into, offset, n);
    position += n;
    return n;
  }

  /** Makes the next bytes ready; false at the end. */
  private boolean step() throws IOException {
    watch.look(read);
    if (source != null) {
      position = 0;
      end = Math.max(0, source.read(bytes, 0, STEP_BYTES));
      limit = end;
    } else {
      end = Math.min(limit, position + STEP_BYTES);
    }
    read += end - position;
    return end > position;
  }
}

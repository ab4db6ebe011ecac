package dev.arachne.replay;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The first bytes of a stream. */
final class BoundedStream extends FilterInputStream {
  private long left;

  BoundedStream(InputStream in, long left) {
    super(in);
    this.left = left;
  }

  @Override
  public int read() throws IOException {
    int b = left == 0 ? -1 : super.read();
    left -= b < 0 ? 0 : 1;
    return b;
  }

  @Override
  public int read(byte[] into, int offset, int count) throws IOException {
    int n = left == 0 ? -1 : super.read(into, offset, (int) Math.min(count, left));
    left -= Math.max(n, 0);
    return n;
  }
}

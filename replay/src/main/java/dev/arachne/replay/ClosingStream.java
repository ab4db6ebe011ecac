package dev.arachne.replay;

import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that also closes its source. */
final class ClosingStream extends FilterInputStream {
  private final Closeable source;

  ClosingStream(InputStream in, Closeable source) {
    super(in);
    this.source = source;
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}

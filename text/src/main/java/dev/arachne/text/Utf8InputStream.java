package dev.arachne.text;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** The bytes of a text in UTF-8, read from another encoding. Confined to one thread. */
public final class Utf8InputStream extends InputStream {
  private static final int CHUNK = 4096;

  private final InputStream in;
  private final TextDecoder decoder;
  private final byte[] raw = new byte[CHUNK];
  private final ByteScratch text = new ByteScratch();
  private int position;
  private boolean isAtEnd;

  /** A stream of the text of {@code in} in {@code encoding}; {@code in} is closed with this. */
  public Utf8InputStream(InputStream in, Encoding encoding) {
    this.in = in;
    this.decoder = TextDecoder.of(encoding);
  }

  @Override
  public int read() throws IOException {
    return fill() ? text.bytes()[position++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, text.length() - position);
    System.arraycopy(text.bytes(), position, into, offset, count);
    position += count;
    return count;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private boolean fill() throws IOException {
    while (position == text.length() && !isAtEnd) {
      text.clear();
      position = 0;
      int read = in.read(raw);
      if (read < 0) {
        isAtEnd = true;
        decoder.finish(text);
      } else {
        decoder.decode(raw, 0, read, text);
      }
    }
    return position < text.length();
  }
}

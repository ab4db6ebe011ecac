package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.util.Objects;

/** The bytes of a text in UTF-8, read from another charset. */
final class Utf8InputStream extends InputStream {
  private static final int CHUNK = 4096;

  private final Reader in;
  private final char[] chars = new char[CHUNK];
  private byte[] bytes = {};
  private int position;
  private int kept;

  Utf8InputStream(InputStream in, Charset charset) {
    this.in = new InputStreamReader(in, charset);
  }

  @Override
  public int read() throws IOException {
    return fill() ? bytes[position++] & 0xFF : -1;
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
    int count = Math.min(length, bytes.length - position);
    System.arraycopy(bytes, position, into, offset, count);
    position += count;
    return count;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private boolean fill() throws IOException {
    while (position == bytes.length) {
      int read = in.read(chars, kept, CHUNK - kept);
      if (read < 0 && kept == 0) {
        return false;
      }
      int length = kept + Math.max(read, 0);
      boolean split = read >= 0 && Character.isHighSurrogate(chars[length - 1]);
      kept = split ? 1 : 0;
      bytes = new String(chars, 0, length - kept).getBytes(UTF_8);
      position = 0;
      if (split) {
        chars[0] = chars[length - 1];
      }
    }
    return true;
  }
}

package dev.arachne.coding;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Checksum;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * The content codings {@code gzip} (RFC 1952: one or more members, then perhaps junk) and {@code
 * deflate} (RFC 1950, or RFC 1951 alone, which many servers mean by it). Reading past an early end
 * is an {@link EOFException}, malformed bytes are a {@link ZipException}. Confined to its user.
 */
final class InflatingStream extends InputStream {

  private static final int BUFFER_BYTES = 8 << 10;
  private static final int FLAG_HEADER_CRC = 2;
  private static final int FLAG_EXTRA = 4;
  private static final int FLAG_NAME = 8;
  private static final int FLAG_COMMENT = 16;

  private enum Wrapping {
    GZIP,
    ZLIB,
    NONE
  }

  private final InputStream coded;
  private final Inflater inflater;
  private final Wrapping wrapping;
  private final Checksum checksum;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int end;
  private boolean finished;

  private InflatingStream(InputStream coded, Inflater inflater, boolean gzip) throws IOException {
    this.coded = coded;
    this.inflater = inflater;
    if (gzip) {
      wrapping = Wrapping.GZIP;
      checksum = new CRC32();
      if (take() != 0x1F || take() != 0x8B) {
        throw new ZipException("no gzip member");
      }
      readMemberHeader();
    } else {
      boolean zlib = has(2) && (peek(0) & 0xF) == 8 && (peek(0) << 8 | peek(1)) % 31 == 0;
      wrapping = zlib ? Wrapping.ZLIB : Wrapping.NONE;
      checksum = new Adler32();
      position += zlib ? 2 : 0;
    }
  }

  /**
   * A stream of the decoded bytes of a gzip stream.
   *
   * @param inflater a raw one in its first state
   */
  static InflatingStream gzip(InputStream coded, Inflater inflater) throws IOException {
    return new InflatingStream(coded, inflater, true);
  }

  /**
   * A stream of the decoded bytes of a deflate stream.
   *
   * @param inflater a raw one in its first state
   */
  static InflatingStream deflate(InputStream coded, Inflater inflater) throws IOException {
    return new InflatingStream(coded, inflater, false);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    while (!finished) {
      int n = inflate(into, offset, length);
      if (n > 0) {
        checksum.update(into, offset, n);
        return n;
      }
      if (inflater.finished()) {
        position = end - inflater.getRemaining();
        readTrailer();
        finished = !nextMember();
      } else if (inflater.needsDictionary()) {
        throw new ZipException("a preset dictionary");
      } else if (inflater.needsInput()) {
        if (position == end && !fill()) {
          throw new EOFException();
        }
        inflater.setInput(buffer, position, end - position);
        position = end;
      }
    }
    return -1;
  }

  private int inflate(byte[] into, int offset, int length) throws ZipException {
    try {
      return inflater.inflate(into, offset, length);
    } catch (DataFormatException e) {
      throw new ZipException(e.getMessage());
    }
  }

  /** Reads the header after the two bytes that identify a member (RFC 1952 2.3). */
  private void readMemberHeader() throws IOException {
    if (take() != 8) {
      throw new ZipException("not deflated");
    }
    int flags = take();
    skip(6);
    if ((flags & FLAG_EXTRA) != 0) {
      skip(take() | take() << 8);
    }
    if ((flags & FLAG_NAME) != 0) {
      skipText();
    }
    if ((flags & FLAG_COMMENT) != 0) {
      skipText();
    }
    if ((flags & FLAG_HEADER_CRC) != 0) {
      skip(2);
    }
  }

  private void readTrailer() throws IOException {
    long expected =
        switch (wrapping) {
          case GZIP -> take() | take() << 8 | take() << 16 | (long) take() << 24;
          case ZLIB -> (long) take() << 24 | take() << 16 | take() << 8 | take();
          case NONE -> checksum.getValue();
        };
    if (expected != checksum.getValue()) {
      throw new ZipException("the checksum is wrong");
    }
    if (wrapping == Wrapping.GZIP) {
      skip(4);
    }
  }

  /** Whether another gzip member follows; other bytes are junk. */
  private boolean nextMember() throws IOException {
    if (wrapping != Wrapping.GZIP || !has(2) || peek(0) != 0x1F || peek(1) != 0x8B) {
      return false;
    }
    position += 2;
    readMemberHeader();
    inflater.reset();
    checksum.reset();
    return true;
  }

  private boolean has(int bytes) throws IOException {
    while (end - position < bytes) {
      System.arraycopy(buffer, position, buffer, 0, end - position);
      end -= position;
      position = 0;
      int n = coded.read(buffer, end, buffer.length - end);
      if (n < 0) {
        return false;
      }
      end += n;
    }
    return true;
  }

  private int peek(int ahead) {
    return buffer[position + ahead] & 0xFF;
  }

  private int take() throws IOException {
    if (position == end && !fill()) {
      throw new EOFException();
    }
    return buffer[position++] & 0xFF;
  }

  private void skip(int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      take();
    }
  }

  private void skipText() throws IOException {
    while (take() != 0) {
      // Name and comment end in a zero.
    }
  }

  private boolean fill() throws IOException {
    position = 0;
    end = Math.max(0, coded.read(buffer, 0, buffer.length));
    return end > 0;
  }
}

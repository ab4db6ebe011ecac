package dev.arachne.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * Writes WARC 1.1 records, each as a gzip member of its own (WARC 1.1 annex D), so that a reader
 * can begin at any record. A block is never in memory as a whole. Confined to one thread.
 */
public final class WarcWriter implements AutoCloseable {
  /** Of gzip; higher levels save few bytes and cost several times as much. */
  public static final int LEVEL = 4;

  private static final byte[] MEMBER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
  private static final byte[] END = {'\r', '\n', '\r', '\n'};
  private static final int BUFFER = 1 << 16;

  private final Deflater deflater;
  private final CRC32 sum = new CRC32();
  private final byte[] in = new byte[BUFFER];
  private final byte[] out = new byte[BUFFER];

  /** A writer that compresses at this level, 1 to 9. */
  public WarcWriter(int level) {
    deflater = new Deflater(level, true);
  }

  /**
   * Writes a record.
   *
   * @param fields all of them, with the length of the block
   * @throws IllegalArgumentException if the block has another length; what was written by then is
   *     no record
   */
  public void write(WarcFields fields, InputStream block, OutputStream to) throws IOException {
    long announced =
        fields
            .first(WarcFields.CONTENT_LENGTH)
            .map(Long::parseLong)
            .orElseThrow(() -> new IllegalArgumentException("no Content-Length"));
    deflater.reset();
    sum.reset();
    to.write(MEMBER);
    byte[] head = head(fields);
    deflate(head, head.length, to);
    long length = 0;
    for (int n = block.read(in); n >= 0; n = block.read(in)) {
      length += n;
      deflate(in, n, to);
    }
    if (length != announced) {
      throw new IllegalArgumentException(
          "a block of %d bytes, and Content-Length is %d".formatted(length, announced));
    }
    deflate(END, END.length, to);
    deflater.finish();
    drain(to);
    writeNumber(sum.getValue(), to);
    writeNumber(deflater.getBytesRead(), to);
  }

  @Override
  public void close() {
    deflater.end();
  }

  /** The head of a record, the empty line included. */
  private static byte[] head(WarcFields fields) {
    var text = new StringBuilder("WARC/1.1\r\n");
    for (WarcFields.Field field : fields.list()) {
      text.append(field.name()).append(": ").append(field.value()).append("\r\n");
    }
    return text.append("\r\n").toString().getBytes(UTF_8);
  }

  private void deflate(byte[] bytes, int length, OutputStream to) throws IOException {
    sum.update(bytes, 0, length);
    deflater.setInput(bytes, 0, length);
    drain(to);
  }

  private void drain(OutputStream to) throws IOException {
    for (int n = deflater.deflate(out); n > 0; n = deflater.deflate(out)) {
      to.write(out, 0, n);
    }
  }

  /** Four bytes, the least first. */
  private static void writeNumber(long number, OutputStream to) throws IOException {
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      to.write((int) (number >>> shift));
    }
  }
}

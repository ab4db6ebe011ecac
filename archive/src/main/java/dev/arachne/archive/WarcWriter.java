package dev.arachne.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * Writes WARC 1.1 records, each as a gzip member of its own (WARC 1.1 annex D), so that a reader
 * can begin at any record. A block is never in memory as a whole. Confined to one thread.
 */
public final class WarcWriter {
  private static final byte[] MEMBER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
  private static final byte[] END = {'\r', '\n', '\r', '\n'};
  private static final int BUFFER = 1 << 16;

  private final FastDeflater deflater = new FastDeflater();
  private final CRC32 sum = new CRC32();
  private final byte[] in = new byte[BUFFER];

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
    deflater.finish(to);
    writeNumbers(sum.getValue(), head.length + length + END.length, to);
  }

  /** Writes a record to bytes of its own, which are gone if that fails. */
  public RecordBytes record(WarcFields fields, InputStream block, RecordRoom room)
      throws IOException {
    var record = new RecordBytes(room);
    boolean isWhole = false;
    try {
      write(fields, block, record);
      isWhole = true;
      return record;
    } finally {
      if (!isWhole) {
        record.close();
      }
    }
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
    deflater.add(bytes, 0, length, to);
  }

  /** The end of a member (RFC 1952 section 2.3.1): each four bytes, the least first. */
  private static void writeNumbers(long checksum, long length, OutputStream to) throws IOException {
    byte[] bytes = new byte[2 * Integer.BYTES];
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) checksum)
        .putInt((int) length);
    to.write(bytes);
  }
}

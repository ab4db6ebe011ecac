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

  /** The header of a member with an extra field, {@code sl}, of two lengths that are set later. */
  private static final byte[] SKIPPABLE = {
    0x1f,
    (byte) 0x8b,
    8,
    4,
    0,
    0,
    0,
    0,
    0,
    (byte) 0xff,
    12,
    0,
    's',
    'l',
    8,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0
  };

  /** The offset of the lengths in it. */
  private static final int LENGTHS = 16;

  /** The longest length that fits into four bytes. */
  private static final long MOST_LENGTH = 0xffff_ffffL;

  private static final byte[] END = {'\r', '\n', '\r', '\n'};
  private static final int BUFFER = 1 << 16;

  private final FastDeflater deflater = new FastDeflater();
  private final CRC32 sum = new CRC32();
  private final byte[] in = new byte[BUFFER];

  /**
   * Writes a record.
   *
   * @param fields all of them, with the length of the block
   * @throws IllegalArgumentException if the block has another length; the bytes written by then do
   *     not form a record
   */
  public void write(WarcFields fields, InputStream block, OutputStream to) throws IOException {
    write(MEMBER, fields, block, to);
  }

  /** The same; returns the length of the record before it was compressed. */
  private long write(byte[] member, WarcFields fields, InputStream block, OutputStream to)
      throws IOException {
    long announced =
        fields
            .first(WarcFields.CONTENT_LENGTH)
            .map(Long::parseLong)
            .orElseThrow(() -> new IllegalArgumentException("no Content-Length"));
    deflater.reset();
    sum.reset();
    deflater.addPlain(member);
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
    long all = head.length + length + END.length;
    deflater.addPlain(numbers(sum.getValue(), all));
    deflater.flush(to);
    return all;
  }

  /**
   * Writes a record to bytes of its own, which are discarded if that fails. The extra field {@code
   * sl} of its member has its length, compressed and not, as that of wget has, so that a reader can
   * skip it; a record of 4 GB has zeros.
   */
  public RecordBytes record(WarcFields fields, InputStream block, RecordRoom room)
      throws IOException {
    var record = new RecordBytes(room);
    boolean isWhole = false;
    try {
      long all = write(SKIPPABLE, fields, block, record);
      if (all <= MOST_LENGTH && record.length() <= MOST_LENGTH) {
        record.replace(LENGTHS, numbers(record.length(), all));
      }
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

  /** Numbers as gzip has them (RFC 1952 section 2.1): each four bytes, the least first. */
  private static byte[] numbers(long first, long second) {
    return ByteBuffer.allocate(2 * Integer.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) first)
        .putInt((int) second)
        .array();
  }
}

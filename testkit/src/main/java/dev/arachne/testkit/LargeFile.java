package dev.arachne.testkit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * A file of any size that is made while it is sent, and that supports range requests (RFC 9110 14).
 * No two blocks of it are equal. Immutable.
 *
 * @param blocks of {@value #BLOCK} bytes each
 * @param form in which it is sent
 * @param tag its entity tag, quotes included; empty for none
 * @param seed of its other bytes
 */
public record LargeFile(int blocks, Form form, String tag, long seed) {
  /** Bytes of a block. */
  public static final int BLOCK = 60_000;

  /** Bytes that gzip needs around a block that is stored in it: header, block header, trailer. */
  private static final int AROUND = 10 + 5 + 8;

  private static final Pattern RANGE = Pattern.compile("bytes=([0-9]+)-");

  /** How a file is sent. */
  public enum Form {
    PLAIN,
    /** The file with Content-Encoding: gzip, a member for each block. */
    GZIP
  }

  /** A file of at least {@code bytes} bytes. */
  public static LargeFile of(long bytes, Form form) {
    return new LargeFile((int) Math.ceilDiv(bytes, (long) BLOCK), form, "\"v1\"", 1);
  }

  /** The same bytes under another entity tag. */
  public LargeFile withTag(String other) {
    return new LargeFile(blocks, form, other, seed);
  }

  /** Other bytes. */
  public LargeFile withSeed(long other) {
    return new LargeFile(blocks, form, tag, other);
  }

  /** How many bytes it has. */
  public long bytes() {
    return (long) blocks * BLOCK;
  }

  /** How many bytes it has as it is sent. */
  public long sentBytes() {
    return blocks * (long) sentBlock();
  }

  /** The whole of it. */
  public HttpReply whole() {
    return headed(HttpReply.of(200)).body(sentBytes(), from(0));
  }

  /** A reply with the whole file, of which the connection sends only {@code bytes} bytes. */
  public HttpReply cutAfter(long bytes) {
    return headed(HttpReply.of(200))
        .header("Content-Length", "" + sentBytes())
        .body(bytes, firstOf(bytes))
        .ending(HttpReply.Ending.CLOSE_UNANNOUNCED);
  }

  /** The reply to a request: the whole file, or a range if the file is still the same. */
  public HttpReply reply(TestRequest request) {
    Matcher range = RANGE.matcher(request.header("Range").orElse(""));
    boolean isSame = request.header("If-Range").filter(its -> !its.equals(tag)).isEmpty();
    return range.matches() && isSame ? from(range) : whole();
  }

  private HttpReply from(Matcher range) {
    long first = Long.parseLong(range.group(1));
    if (first >= sentBytes()) {
      return HttpReply.of(416).header("Content-Range", "bytes */" + sentBytes());
    }
    return part(first);
  }

  /** All from this byte on, as the rest of it. */
  public HttpReply part(long first) {
    return headed(HttpReply.of(206))
        .header("Content-Range", "bytes " + first + "-" + (sentBytes() - 1) + "/" + sentBytes())
        .body(sentBytes() - first, from(first));
  }

  /** All bytes of it, as they are. */
  public InputStream open() {
    byte[] pattern = pattern();
    return new SequenceInputStream(
        Collections.enumeration(
            new AbstractList<InputStream>() {
              @Override
              public InputStream get(int number) {
                return new ByteArrayInputStream(block(pattern, number));
              }

              @Override
              public int size() {
                return blocks;
              }
            }));
  }

  /** The SHA-256 of its bytes, in hexadecimal digits. */
  public String sha256() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] pattern = pattern();
      for (int block = 0; block < blocks; block++) {
        digest.update(block(pattern, block));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private HttpReply headed(HttpReply reply) {
    HttpReply typed = reply.header("Content-Type", "application/octet-stream");
    HttpReply tagged = tag.isEmpty() ? typed : typed.header("ETag", tag);
    return form == Form.PLAIN ? tagged : tagged.header("Content-Encoding", "gzip");
  }

  private int sentBlock() {
    return form == Form.PLAIN ? BLOCK : BLOCK + AROUND;
  }

  private Iterable<byte[]> firstOf(long bytes) {
    return () -> {
      Iterator<byte[]> all = from(0).iterator();
      return new Iterator<>() {
        private long left = bytes;

        @Override
        public boolean hasNext() {
          return left > 0;
        }

        @Override
        public byte[] next() {
          byte[] piece = all.next();
          int n = (int) Math.min(left, piece.length);
          left -= n;
          return n == piece.length ? piece : Arrays.copyOf(piece, n);
        }
      };
    };
  }

  /** The sent form from this byte on. */
  private Iterable<byte[]> from(long first) {
    return () ->
        new Iterator<>() {
          private final byte[] pattern = pattern();
          private int block = (int) (first / sentBlock());
          private int skip = (int) (first % sentBlock());

          @Override
          public boolean hasNext() {
            return block < blocks;
          }

          @Override
          public byte[] next() {
            if (!hasNext()) {
              throw new NoSuchElementException();
            }
            byte[] plain = block(pattern, block++);
            byte[] sent = form == Form.PLAIN ? plain : gzip(plain);
            byte[] piece = skip == 0 ? sent : Arrays.copyOfRange(sent, skip, sent.length);
            skip = 0;
            return piece;
          }
        };
  }

  private byte[] pattern() {
    byte[] pattern = new byte[BLOCK];
    new Random(seed).nextBytes(pattern);
    return pattern;
  }

  private static byte[] block(byte[] pattern, int number) {
    byte[] block = pattern.clone();
    ByteBuffer.wrap(block).putInt(number);
    return block;
  }

  /** A member of gzip with one stored block (RFC 1951 3.2.4, RFC 1952 2.3). */
  private static byte[] gzip(byte[] block) {
    var crc = new CRC32();
    crc.update(block);
    var member = new ByteArrayOutputStream(block.length + AROUND);
    member.writeBytes(new byte[] {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, (byte) 255, 1});
    ByteBuffer numbers = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
    member.writeBytes(numbers.putInt(block.length | ~block.length << 16).array());
    member.writeBytes(block);
    member.writeBytes(numbers.clear().putInt((int) crc.getValue()).array());
    member.writeBytes(numbers.clear().putInt(block.length).array());
    return member.toByteArray();
  }
}

package dev.arachne.spool;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.arachne.coding.CodingLimits;
import dev.arachne.coding.ContentCoding;
import dev.arachne.coding.DecodedStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a coded file once: digests its decoded content, and writes that to another file if it
 * differs. Blocks; a step at a time, so that long work gives others their turn, and a step that
 * failed on a full disk resumes where it was. Used by one thread at a time.
 */
final class SpoolDecoder implements AutoCloseable {
  /** Bytes of a step. */
  private static final int STEP = 16 << 20;

  private static final int BUFFER = 128 << 10;

  private final Path coded;
  private final Path decoded;
  private final InputStream in;

  /** Null where the coded file is its own content. */
  private final @Nullable FileChannel out;

  private final MessageDigest sha256 = sha256();
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).flip();
  private long written;

  private SpoolDecoder(Path coded, Path decoded, InputStream in, @Nullable FileChannel out) {
    this.coded = coded;
    this.decoded = decoded;
    this.in = in;
    this.out = out;
  }

  static SpoolDecoder of(Path coded, Path decoded, List<ContentCoding> codings, CodingLimits limits)
      throws IOException {
    InputStream in = Files.newInputStream(coded);
    if (codings.isEmpty()) {
      return new SpoolDecoder(coded, decoded, in, null);
    }
    try {
      FileChannel out = FileChannel.open(decoded, CREATE, TRUNCATE_EXISTING, WRITE);
      var stream = new DecodedStream(in, Files.size(coded), codings, limits);
      return new SpoolDecoder(coded, decoded, stream, out);
    } catch (Throwable e) {
      in.close();
      throw e;
    }
  }

  /**
   * Does the next step; false after the last.
   *
   * @throws dev.arachne.coding.CodingException if the body is not valid in its codings
   */
  boolean step() throws IOException {
    for (int done = 0; done < STEP; ) {
      flush();
      int n = in.read(buffer.array(), 0, BUFFER);
      if (n < 0) {
        return false;
      }
      sha256.update(buffer.array(), 0, n);
      buffer.position(0).limit(n);
      done += n;
    }
    flush();
    return true;
  }

  /** The whole body; after the last step. */
  StoredBody whole() {
    return new StoredBody(out == null ? coded : decoded, written, sha256.digest());
  }

  private void flush() throws IOException {
    if (out == null) {
      written += buffer.remaining();
      buffer.position(buffer.limit());
    }
    while (out != null && buffer.hasRemaining()) {
      written += out.write(buffer);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
    if (out != null) {
      out.close();
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}

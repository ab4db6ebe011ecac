package dev.arachne.spool;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * A whole body in a file, its content codings undone. Immutable; the file is there until its visit
 * is over, and is never changed.
 *
 * @param file with the body
 * @param length in bytes
 * @param sha256 of all bytes: 32 bytes, which must not be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredBody(Path file, long length, byte[] sha256) {
  /** All bytes, from the first; the caller closes it. Blocks. */
  public InputStream open() throws IOException {
    return Files.newInputStream(file);
  }

  /** The first {@code most} bytes, or all of a shorter body. Blocks. */
  public byte[] beginning(int most) throws IOException {
    var bytes = ByteBuffer.allocate((int) Math.min(most, length));
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // Until there are enough.
      }
    }
    return bytes.hasRemaining() ? Arrays.copyOf(bytes.array(), bytes.position()) : bytes.array();
  }
}

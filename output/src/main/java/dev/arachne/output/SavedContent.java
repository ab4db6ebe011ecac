package dev.arachne.output;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The content of a saved file. Its methods block. */
sealed interface SavedContent {
  /** Writes the content to a file under a temporary name. */
  void putAt(Path unfinished) throws IOException;

  /** Takes the content back, since the file does not get its final name; it is needed again. */
  void takeBack(Path unfinished) throws IOException;

  /** Content in memory. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record OfArray(byte[] body) implements SavedContent {
    /** The JDK keeps a buffer as large as the largest write of each thread. */
    private static final int WRITE_BYTES = 256 << 10;

    /** Writes in large pieces: {@link Files#write} makes one write of every 8 KB. */
    @Override
    public void putAt(Path unfinished) throws IOException {
      try (var channel = FileChannel.open(unfinished, CREATE, TRUNCATE_EXISTING, WRITE)) {
        for (int from = 0; from < body.length; from += WRITE_BYTES) {
          var part = ByteBuffer.wrap(body, from, Math.min(WRITE_BYTES, body.length - from));
          while (part.hasRemaining()) {
            channel.write(part);
          }
        }
      }
    }

    @Override
    public void takeBack(Path unfinished) throws IOException {
      Files.deleteIfExists(unfinished);
    }
  }

  /** A body in a file, which is moved, or copied to another file system. */
  record OfFile(Path body) implements SavedContent {
    @Override
    public void putAt(Path unfinished) throws IOException {
      try {
        Files.move(body, unfinished, ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.copy(body, unfinished, REPLACE_EXISTING);
      }
    }

    @Override
    public void takeBack(Path unfinished) throws IOException {
      if (Files.exists(body)) {
        Files.deleteIfExists(unfinished);
      } else if (Files.exists(unfinished)) {
        Files.move(unfinished, body, ATOMIC_MOVE);
      }
    }
  }
}

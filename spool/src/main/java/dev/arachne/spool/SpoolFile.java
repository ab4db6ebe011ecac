package dev.arachne.spool;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file that a body is written to as it comes, and the record of its metadata. Every method
 * blocks and may be called again after it has failed. Used by one thread at a time.
 */
final class SpoolFile implements AutoCloseable {
  /** The number of bytes after which the file is forced to the disk, and the record counts them. */
  private static final long RECORD_BYTES = 16 << 20;

  /** The JDK keeps a buffer as large as the largest write of each thread. */
  private static final int WRITE_BYTES = 256 << 10;

  private final Spool spool;
  private final String name;
  private final FileChannel channel;
  private PartialBody partial;
  private long length;

  private SpoolFile(Spool spool, String name, FileChannel channel, PartialBody partial) {
    this.spool = spool;
    this.name = name;
    this.channel = channel;
    this.partial = partial;
    this.length = partial.length();
  }

  /** The file with the beginning that {@code partial} describes, and nothing behind it. */
  static SpoolFile open(Spool spool, String name, PartialBody partial) throws IOException {
    spool.makeDirectory();
    if (partial.length() == 0) {
      spool.partials().remove(name);
      Files.deleteIfExists(spool.file(name, Spool.PART));
    }
    Files.deleteIfExists(spool.file(name, Spool.WHOLE));
    FileChannel channel = FileChannel.open(spool.file(name, Spool.CODED), CREATE, WRITE);
    try {
      var file = new SpoolFile(spool, name, channel, partial);
      file.record(partial.length()); // Never more than the file has.
      channel.truncate(partial.length());
      return file;
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  /** Bytes in the file. */
  long length() {
    return length;
  }

  /** Whether a later attempt can resume it. */
  boolean isResumable() {
    return !partial.validator().isEmpty();
  }

  /** Appends {@code bytes[0, count)}. */
  boolean append(byte[] bytes, int count) throws IOException {
    for (int from = 0; from < count; from += WRITE_BYTES) {
      var part = ByteBuffer.wrap(bytes, from, Math.min(WRITE_BYTES, count - from));
      for (long at = length + from; part.hasRemaining(); ) {
        at += channel.write(part, at);
      }
    }
    if (length + count - partial.length() >= RECORD_BYTES) {
      record(length + count);
    }
    length += count;
    return true;
  }

  /** Keeps all bytes in the file for a later attempt. */
  boolean keep() throws IOException {
    record(length);
    return true;
  }

  /** Records that the body is complete. */
  boolean complete() throws IOException {
    partial = partial.withTotal(length);
    record(length);
    return true;
  }

  private void record(long bytes) throws IOException {
    if (partial.validator().isEmpty() || bytes == 0) {
      return;
    }
    channel.force(false);
    partial = partial.withLength(bytes);
    Path record = spool.file(name, Spool.PART);
    Path next = spool.file(name, Spool.PART + "-next");
    Files.writeString(next, partial.text());
    Files.move(next, record, ATOMIC_MOVE);
    spool.partials().put(name, partial);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}

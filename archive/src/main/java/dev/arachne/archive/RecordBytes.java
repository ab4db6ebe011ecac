package dev.arachne.archive;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bytes on their way into an archive: in memory while they are few, then in a file. Used by one
 * thread at a time; what needs the file blocks.
 */
public final class RecordBytes extends OutputStream {
  private static final int FIRST = 1 << 12;
  private static final byte[] NOTHING = {};

  private final Path directory;
  private final int most;
  private byte[] memory = NOTHING;
  private int inMemory;
  private long inFile;
  private @Nullable Path file;
  private @Nullable OutputStream out;

  /**
   * No bytes yet.
   *
   * @param directory which is there, for the file
   * @param most bytes in memory
   */
  public RecordBytes(Path directory, int most) {
    this.directory = directory;
    this.most = most;
  }

  /** Whether so many more bytes fit into memory, so that writing them does not block. */
  public boolean hasRoom(int count) {
    return count <= most - inMemory;
  }

  /** How many bytes there are. */
  public long length() {
    return inFile + inMemory;
  }

  /** Whether all are in memory, so that nothing of them blocks. */
  public boolean isInMemory() {
    return file == null;
  }

  @Override
  public void write(int octet) throws IOException {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    if (!hasRoom(count)) {
      spill();
      if (!hasRoom(count)) {
        out().write(bytes, from, count);
        inFile += count;
        return;
      }
    }
    if (inMemory + count > memory.length) {
      memory = Arrays.copyOf(memory, Math.max(inMemory + count, Math.max(FIRST, 2 * inMemory)));
    }
    System.arraycopy(bytes, from, memory, inMemory, count);
    inMemory += count;
  }

  /** Reads all from the beginning. No more is written until the stream is closed. */
  public InputStream read() throws IOException {
    if (file == null) {
      return new ByteArrayInputStream(memory, 0, inMemory);
    }
    spill();
    out().flush();
    return Files.newInputStream(file);
  }

  /** Writes all to a place in a file. */
  public void writeTo(FileChannel to, long at) throws IOException {
    long place = at;
    if (file != null) {
      spill();
      out().flush();
      try (FileChannel from = FileChannel.open(file)) {
        for (long done = 0; done < inFile; ) {
          done += to.transferFrom(from.position(done), place + done, inFile - done);
        }
      }
      place += inFile;
    }
    ByteBuffer rest = ByteBuffer.wrap(memory, 0, inMemory);
    while (rest.hasRemaining()) {
      place += to.write(rest, place);
    }
  }

  /** Forgets all bytes, which may be followed by others. */
  public void clear() throws IOException {
    close();
    memory = NOTHING;
    inMemory = 0;
    inFile = 0;
  }

  /** Deletes the file, if there is one. */
  @Override
  public void close() throws IOException {
    if (out != null) {
      out.close();
      out = null;
    }
    if (file != null) {
      Files.deleteIfExists(file);
      file = null;
    }
  }

  /** Moves what is in memory to the file. */
  private void spill() throws IOException {
    out().write(memory, 0, inMemory);
    inFile += inMemory;
    inMemory = 0;
  }

  private OutputStream out() throws IOException {
    if (out == null) {
      file = Files.createTempFile(directory, "record", ".part");
      out = Files.newOutputStream(file);
    }
    return out;
  }
}

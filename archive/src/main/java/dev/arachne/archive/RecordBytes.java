package dev.arachne.archive;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bytes on their way into an archive: in memory while there is room for them, then in a file. Used
 * by one thread at a time; methods that need the file block. The room is given back by {@link
 * #close}.
 */
public final class RecordBytes extends OutputStream {
  private static final int FIRST = 1 << 10;
  private static final int BUFFER = 1 << 16;
  private static final byte[] NOTHING = {};

  private final RecordRoom room;
  private byte[] memory = NOTHING;
  private int inMemory;
  private long inFile;
  private @Nullable Path file;
  private @Nullable FileChannel out;

  /** No bytes yet. */
  public RecordBytes(RecordRoom room) {
    this.room = room;
  }

  /**
   * Adds bytes if they fit into memory, so that it does not block.
   *
   * @return whether they were added
   */
  public boolean offer(byte[] bytes, int from, int count) {
    if (count > memory.length - inMemory && !grow(count)) {
      return false;
    }
    System.arraycopy(bytes, from, memory, inMemory, count);
    inMemory += count;
    return true;
  }

  /** How many bytes there are. */
  public long length() {
    return inFile + inMemory;
  }

  /** How many bytes all of them have. */
  static long length(List<RecordBytes> all) {
    return all.stream().mapToLong(RecordBytes::length).sum();
  }

  /** Whether all bytes are in memory, so that reading them does not block. */
  public boolean isInMemory() {
    return file == null;
  }

  @Override
  public void write(int octet) throws IOException {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    if (offer(bytes, from, count)) {
      return;
    }
    spill();
    if (!offer(bytes, from, count)) {
      append(bytes, from, count);
    }
  }

  /** Reads all from the beginning. No more is written until the stream is closed. */
  public InputStream read() {
    var rest = new MemoryStream(memory, inMemory);
    return out == null
        ? rest
        : new BufferedInputStream(
            new SequenceInputStream(new ChannelStream(out, 0, inFile), rest), BUFFER);
  }

  /** Writes over some of the first bytes, which are there. */
  void replace(int at, byte[] bytes) throws IOException {
    FileChannel to = out;
    if (to == null) {
      System.arraycopy(bytes, 0, memory, at, bytes.length);
      return;
    }
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    while (rest.hasRemaining()) {
      to.write(rest, at + rest.position());
    }
  }

  /** All bytes, which are in memory; a view. */
  ByteBuffer inMemory() {
    return ByteBuffer.wrap(memory, 0, inMemory);
  }

  /** Writes all to a place in a file. */
  public void writeTo(FileChannel to, long at) throws IOException {
    long place = at;
    if (out != null) {
      for (long left = inFile; left > 0; ) {
        long count = to.transferFrom(out.position(inFile - left), place, left);
        if (count <= 0) {
          throw new IOException(file + " has lost its end");
        }
        left -= count;
        place += count;
      }
    }
    ByteBuffer rest = inMemory();
    while (rest.hasRemaining()) {
      place += to.write(rest, place);
    }
  }

  /** Forgets all bytes and gives back their room, but for a file; does not block. */
  public void forget() {
    room.giveBack(memory.length);
    memory = NOTHING;
    inMemory = 0;
    inFile = 0;
  }

  /** Forgets all bytes, gives back their room and deletes the file; others may follow. */
  @Override
  public void close() throws IOException {
    forget();
    if (out != null) {
      out.close();
      out = null;
    }
    if (file != null) {
      Files.deleteIfExists(file);
      file = null;
    }
  }

  private boolean grow(int count) {
    int most = file == null ? room.most() : Math.min(BUFFER, room.most());
    if (count > most - inMemory) {
      return false;
    }
    int wanted = Math.min(most, Math.max(inMemory + count, Math.max(FIRST, 2 * memory.length)));
    if (!room.take(wanted - memory.length)) {
      return false;
    }
    memory = Arrays.copyOf(memory, wanted);
    return true;
  }

  /** Moves the bytes in memory to the file. */
  private void spill() throws IOException {
    append(memory, 0, inMemory);
    inMemory = 0;
    if (memory.length > BUFFER) {
      room.giveBack(memory.length - BUFFER);
      memory = new byte[BUFFER];
    }
  }

  /** Writes at the end of the file; bytes that an earlier attempt left there are overwritten. */
  private void append(byte[] bytes, int from, int count) throws IOException {
    if (out == null) {
      file = Files.createTempFile(room.directory(), "record", ".part");
      out = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
    long place = inFile;
    for (ByteBuffer rest = ByteBuffer.wrap(bytes, from, count); rest.hasRemaining(); ) {
      place += out.write(rest, place);
    }
    inFile = place;
  }

  /** Bytes of memory as a stream, without the locks of the JDK's. */
  private static final class MemoryStream extends InputStream {
    private final byte[] bytes;
    private final int end;
    private int position;

    MemoryStream(byte[] bytes, int end) {
      this.bytes = bytes;
      this.end = end;
    }

    @Override
    public int read() {
      return position < end ? bytes[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int count) {
      int n = Math.min(count, end - position);
      if (n <= 0) {
        return count == 0 ? 0 : -1;
      }
      System.arraycopy(bytes, position, into, offset, n);
      position += n;
      return n;
    }

    @Override
    public int available() {
      return end - position;
    }

    @Override
    public long skip(long count) {
      int n = (int) Math.max(0, Math.min(count, end - position));
      position += n;
      return n;
    }
  }
}

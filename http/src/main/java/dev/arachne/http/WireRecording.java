package dev.arachne.http;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the bytes of one exchange for an archive: of a response larger than a threshold, all but
 * the end is in a temporary file, so that no large body is in memory twice. Written by the
 * coroutine that fetches; read afterwards, by any thread that may block.
 */
public final class WireRecording implements WireTap, AutoCloseable {

  private final Path directory;
  private final byte[] tail;
  private int tailLength;
  private final ByteArrayOutputStream request = new ByteArrayOutputStream();
  private @Nullable Path file;
  private @Nullable FileChannel spilled;
  private long spilledBytes;
  private @Nullable IOException failure;

  /**
   * A recording that has not begun.
   *
   * @param directory where a temporary file may be made
   * @param threshold how much of the response stays in memory, in bytes
   */
  public WireRecording(Path directory, int threshold) {
    this.directory = directory;
    this.tail = new byte[threshold];
  }

  @Override
  public void begin() {
    request.reset();
    tailLength = 0;
    spilledBytes = 0;
  }

  @Override
  public void sent(byte[] bytes, int offset, int length) {
    request.write(bytes, offset, length);
  }

  @Override
  public void received(byte[] bytes, int offset, int length) {
    if (length <= tail.length - tailLength) {
      System.arraycopy(bytes, offset, tail, tailLength, length);
      tailLength += length;
      return;
    }
    byte[] more = Arrays.copyOf(tail, tailLength + length);
    System.arraycopy(bytes, offset, more, tailLength, length);
    tailLength = 0;
    long at = spilledBytes;
    spilledBytes += more.length;
    try {
      EventLoop.current().offload("spill of a response", () -> spill(more, at), Deadline.NEVER);
    } catch (TaskFailedException e) {
      failure = new IOException("the response could not be recorded", e.getCause());
    }
  }

  /** The request as it was sent. */
  public byte[] request() {
    return request.toByteArray();
  }

  /** How many bytes of the response came. */
  public long responseLength() {
    return spilledBytes + tailLength;
  }

  /**
   * The response as it came. Blocks, so not for loops.
   *
   * @throws IOException also if the temporary file could not be written
   */
  public InputStream response() throws IOException {
    if (failure != null) {
      throw failure;
    }
    var end = new ByteArrayInputStream(tail, 0, tailLength);
    return file == null || spilledBytes == 0
        ? end
        : new SequenceInputStream(new Limited(Files.newInputStream(file), spilledBytes), end);
  }

  /** Deletes the temporary file. */
  @Override
  public void close() {
    try {
      if (spilled != null) {
        spilled.close();
      }
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private @Nullable Void spill(byte[] bytes, long at) throws IOException {
    FileChannel channel = spilled;
    if (channel == null) {
      file = Files.createTempFile(directory, "exchange", ".wire");
      channel = FileChannel.open(file, StandardOpenOption.WRITE);
      spilled = channel;
    }
    var from = ByteBuffer.wrap(bytes);
    while (from.hasRemaining()) {
      channel.write(from, at + from.position());
    }
    return null;
  }

  /** The first bytes of a stream: what a void attempt wrote beyond them does not count. */
  private static final class Limited extends InputStream {
    private final InputStream in;
    private long left;

    Limited(InputStream in, long left) {
      this.in = in;
      this.left = left;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int n = left == 0 ? -1 : in.read(into, offset, (int) Math.min(length, left));
      left -= Math.max(0, n);
      return n;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}

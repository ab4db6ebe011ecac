package dev.arachne.spool;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * An input stream of bytes from another thread, which waits until all of them were read: no copy is
 * made, and no more than these are in memory. Thread-safe for one reader and one writer; both
 * block.
 */
final class HandOver extends InputStream {
  private byte @Nullable [] bytes;
  private int position;
  private int end;

  /** No more bytes come. */
  private boolean isComplete;

  /** The reader is gone. */
  private boolean isClosed;

  /** Hands over {@code bytes[0, count)}; false if the reader is gone. */
  synchronized boolean put(byte[] more, int count) throws InterruptedException {
    bytes = more;
    position = 0;
    end = count;
    notifyAll();
    while (position < end && !isClosed) {
      wait();
    }
    bytes = null;
    return !isClosed;
  }

  /** No more bytes come. */
  synchronized boolean complete() {
    isComplete = true;
    notifyAll();
    return true;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public synchronized int read(byte[] into, int offset, int count) throws IOException {
    try {
      while (position == end && !isComplete) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    byte[] from = bytes;
    if (position == end || from == null) {
      return -1;
    }
    int n = Math.min(count, end - position);
    System.arraycopy(from, position, into, offset, n);
    position += n;
    if (position == end) {
      notifyAll();
    }
    return n;
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    notifyAll();
  }
}

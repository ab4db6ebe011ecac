package dev.arachne.runtime;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * A pool of buffers for the short time in which bytes are read or written. Confined to its loop.
 * Waiting channels hold no buffer, so few are lent at the same time and the pool stays small.
 */
public final class BufferPool {
  /** Bytes of one buffer: the largest TLS record (RFC 8446 5.2) with its header, and some room. */
  static final int BUFFER_BYTES = 17 * 1024;

  /** Buffers kept for the next borrower; further ones are left to the garbage collector. */
  private static final int KEPT = 16;

  private final ArrayDeque<ByteBuffer> free = new ArrayDeque<>();

  private int lent;

  /** A direct buffer of 17 KiB, empty; the borrower returns it. */
  public ByteBuffer take() {
    lent++;
    ByteBuffer buffer = free.poll();
    return buffer == null ? ByteBuffer.allocateDirect(BUFFER_BYTES) : buffer.clear();
  }

  /** Returns a buffer of {@link #take}. */
  public void give(ByteBuffer buffer) {
    lent--;
    if (free.size() < KEPT) {
      free.push(buffer);
    }
  }

  /** The number of buffers lent now. */
  public int lent() {
    return lent;
  }
}

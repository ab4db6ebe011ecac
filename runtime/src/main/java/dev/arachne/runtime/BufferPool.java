package dev.arachne.runtime;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Buffers that a loop lends to whoever has bytes in hand just now. Confined to its loop. Waiting
 * channels hold none, so few are ever out at the same time and the pool stays small.
 */
public final class BufferPool {
  /** Bytes of one buffer: the largest TLS record (RFC 8446 5.2) with its header, and some room. */
  static final int BUFFER_BYTES = 17 * 1024;

  /** Buffers kept for the next borrower; more than these are left to the garbage collector. */
  private static final int KEPT = 16;

  private final ArrayDeque<ByteBuffer> free = new ArrayDeque<>();

  private int lent;

  /** A direct buffer of 17 KiB, empty; the borrower gives it back. */
  public ByteBuffer take() {
    lent++;
    ByteBuffer buffer = free.poll();
    return buffer == null ? ByteBuffer.allocateDirect(BUFFER_BYTES) : buffer.clear();
  }

  /** Gives back what {@link #take} lent. */
  public void give(ByteBuffer buffer) {
    lent--;
    if (free.size() < KEPT) {
      free.push(buffer);
    }
  }

  /** How many buffers are out now. */
  public int lent() {
    return lent;
  }
}

package dev.arachne.http;

import dev.arachne.runtime.EventLoop;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response. A body that was received in a single read is first borrowed from the
 * client's receive buffer, which the next read overwrites: it is copied then, by {@link #detach} or
 * by {@link #toArray}, and never after {@link #discard}.
 *
 * <p>Confined to its client's event loop while it is borrowed. After {@link #detach} its bytes do
 * not change, and another thread may have it that gets it by a safe hand-over.
 */
public final class Body {

  /** A look at a body in place: {@code bytes[from, to)}. */
  @FunctionalInterface
  public interface Reader<T> {
    /** Neither keeps nor changes the array, and does not wait. */
    T read(byte[] bytes, int from, int to);
  }

  private final int from;
  private final int to;

  /** The loop of the receive buffer; null for a body that was never borrowed. */
  private final @Nullable EventLoop loop;

  /** The receive buffer; null once the body is not there any more. */
  private byte @Nullable [] borrowed;

  private byte @Nullable [] own;

  private Body(
      int from,
      int to,
      @Nullable EventLoop loop,
      byte @Nullable [] borrowed,
      byte @Nullable [] own) {
    this.from = from;
    this.to = to;
    this.loop = loop;
    this.borrowed = borrowed;
    this.own = own;
  }

  /** A body in an array that nobody changes any more. */
  public static Body of(byte[] own) {
    return new Body(0, own.length, null, null, own);
  }

  /** A body in an array that gets other contents after a call of {@link #detach}. */
  static Body borrowed(EventLoop loop, byte[] bytes, int from, int to) {
    return new Body(from, to, loop, bytes, null);
  }

  /** The number of bytes. */
  public int length() {
    return to - from;
  }

  /**
   * All bytes, in an array that the client does not use any more; each call returns the same.
   *
   * @throws IllegalStateException if the body was discarded, or is borrowed and this is another
   *     thread than its loop's
   */
  public byte[] toArray() {
    detach();
    if (own == null) {
      throw new IllegalStateException("the body was discarded");
    }
    return own;
  }

  /** Applies {@code reader} to the body without a copy of it. */
  public <T> T read(Reader<T> reader) {
    byte[] there = borrowed;
    return there == null ? reader.read(toArray(), 0, length()) : reader.read(there, from, to);
  }

  /**
   * Gives the body an array of its own, so that another thread can have it. A no-op if it has one,
   * or was discarded.
   *
   * @throws IllegalStateException if the body is borrowed and this is another thread than its
   *     loop's
   */
  public void detach() {
    byte[] there = borrowed;
    if (there != null) {
      if (loop != null && !loop.inLoop()) {
        throw new IllegalStateException(
            "the body is in the receive buffer of " + loop + ": detach it there first");
      }
      own = Arrays.copyOfRange(there, from, to);
      borrowed = null;
    }
  }

  /** Drops the bytes; the length stays. */
  public void discard() {
    borrowed = null;
    own = null;
  }
}

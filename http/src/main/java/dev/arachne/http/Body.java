package dev.arachne.http;

import dev.arachne.runtime.EventLoop;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response. It is borrowed at first. A body of a single read is in the client's
 * receive buffer, and is copied before the next read overwrites it. Other bodies are in an array
 * that the client reuses once they are discarded. {@link #detach} and {@link #toArray} give it an
 * array of its own, and {@link #discard} gives the borrowed one back.
 *
 * <p>Confined to its client's event loop while it is borrowed. After {@link #detach} its bytes do
 * not change, and another thread may have it that gets it by a safe hand-over.
 */
public final class Body {

  /** A view of a body in place: {@code bytes[from, to)}. */
  @FunctionalInterface
  public interface Reader<T> {
    /** Neither keeps nor changes the array, and does not wait, unless the body {@link #stay}s. */
    T read(byte[] bytes, int from, int to);
  }

  private final int length;
  private int from;

  /** Null once the body was discarded. */
  private byte @Nullable [] bytes;

  /** The loop of the receive buffer, while the bytes are in it. */
  private @Nullable EventLoop receiver;

  /** The owner of the array, while it is lent. */
  private @Nullable BodyArrays lender;

  private Body(
      byte[] bytes, int from, int to, @Nullable EventLoop receiver, @Nullable BodyArrays lender) {
    this.bytes = bytes;
    this.from = from;
    this.length = to - from;
    this.receiver = receiver;
    this.lender = lender;
  }

  /** A body in an array that does not change any more. */
  public static Body of(byte[] own) {
    return new Body(own, 0, own.length, null, null);
  }

  /** A body in a receive buffer, which gets other contents after a call of {@link #stay}. */
  static Body received(EventLoop loop, byte[] bytes, int from, int to) {
    return new Body(bytes, from, to, loop, null);
  }

  /** A body at the beginning of an array that returns to its lender. */
  static Body lent(BodyArrays lender, byte[] bytes, int length) {
    return new Body(bytes, 0, length, null, lender);
  }

  /** The number of bytes. */
  public int length() {
    return length;
  }

  /** The number of bytes that it occupies: more than its length, if its array is lent. */
  public int room() {
    return lender == null || bytes == null ? length : bytes.length;
  }

  /**
   * All bytes, in an array that the client does not use any more; each call returns the same.
   *
   * @throws IllegalStateException if the body was discarded, or is in the receive buffer and this
   *     is another thread than its loop's
   */
  public byte[] toArray() {
    detach();
    return there();
  }

  /**
   * Applies {@code reader} to the body without a copy of it.
   *
   * @throws IllegalStateException if the body was discarded
   */
  public <T> T read(Reader<T> reader) {
    return reader.read(there(), from, from + length);
  }

  /**
   * Copies the body if it is in the receive buffer, so that a {@link Reader} may wait. A no-op if
   * it is elsewhere, or was discarded.
   *
   * @throws IllegalStateException if it is there and this is another thread than its loop's
   */
  public void stay() {
    EventLoop loop = receiver;
    if (loop != null) {
      if (!loop.inLoop()) {
        throw new IllegalStateException(
            "the body is in the receive buffer of " + loop + ": detach it there first");
      }
      bytes = copy(there());
      receiver = null;
    }
  }

  /**
   * Gives the body an array of its own, so that another thread can have it. A no-op if it has one,
   * or was discarded.
   *
   * @throws IllegalStateException as {@link #stay}
   */
  public void detach() {
    stay();
    BodyArrays its = lender;
    if (its != null) {
      byte[] lent = there();
      bytes = copy(lent);
      lender = null;
      its.giveBack(lent);
    }
  }

  /** Drops the bytes; the length stays. */
  public void discard() {
    BodyArrays its = lender;
    if (its != null) {
      its.giveBack(there());
    }
    bytes = null;
    receiver = null;
    lender = null;
  }

  private byte[] copy(byte[] there) {
    byte[] copy = Arrays.copyOfRange(there, from, from + length);
    from = 0;
    return copy;
  }

  private byte[] there() {
    if (bytes == null) {
      throw new IllegalStateException("the body was discarded");
    }
    return bytes;
  }
}

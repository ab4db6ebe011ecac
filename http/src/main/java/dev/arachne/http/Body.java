package dev.arachne.http;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response. One that came whole in one read stays where it came in, which belongs to
 * the client and is needed again for what comes next: it is copied then, or when somebody wants an
 * array of it, and not at all if it was dropped before. Safe for all threads, except {@link #read}.
 */
public final class Body {

  /** What looks at a body where it is: {@code bytes[from, to)}. */
  @FunctionalInterface
  public interface Reader<T> {
    /** Neither keeps nor changes the array, and does not wait. */
    T read(byte[] bytes, int from, int to);
  }

  private final int from;
  private final int to;

  /** Where it came in; null once it is not there any more. */
  private byte @Nullable [] lent;

  private byte @Nullable [] own;

  private Body(int from, int to, byte @Nullable [] lent, byte @Nullable [] own) {
    this.from = from;
    this.to = to;
    this.lent = lent;
    this.own = own;
  }

  static Body of(byte[] own) {
    return new Body(0, own.length, null, own);
  }

  /** A body in an array that gets other contents after a call of {@link #leave}. */
  static Body lent(byte[] bytes, int from, int to) {
    return new Body(from, to, bytes, null);
  }

  /** How many bytes it has. */
  public int length() {
    return to - from;
  }

  /**
   * All bytes, in an array that is the caller's own, the same for each call.
   *
   * @throws IllegalStateException if the body was dropped
   */
  public synchronized byte[] toArray() {
    if (own == null) {
      if (lent == null) {
        throw new IllegalStateException("the body was dropped");
      }
      own = Arrays.copyOfRange(lent, from, to);
    }
    return own;
  }

  /** Looks at the body without a copy of it. On the client's loop only. */
  public <T> T read(Reader<T> reader) {
    byte[] there = lent;
    return there == null ? reader.read(toArray(), 0, length()) : reader.read(there, from, to);
  }

  /** Says that nobody will ask for the body any more, so that it need not be kept. */
  public synchronized void drop() {
    lent = null;
    own = null;
  }

  /** Its place is needed: it goes into an array of its own, unless nobody wants it. */
  synchronized void leave() {
    if (lent != null) {
      own = toArray();
      lent = null;
    }
  }
}

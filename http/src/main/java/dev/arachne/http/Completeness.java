package dev.arachne.http;

import java.util.OptionalLong;

/** The completeness of a response's body. */
public sealed interface Completeness {

  /** The whole body according to its framing. */
  record Complete() implements Completeness {}

  /** The beginning of a body that ended early; never stored or judged as whole. */
  record Truncated(Cause cause) implements Completeness {}

  /**
   * No body, since it is larger than the request accepts; the head is known.
   *
   * @param bytes the size of the body on the wire; empty if the server did not announce it
   */
  record TooLarge(OptionalLong bytes) implements Completeness {}

  /** The cause that ended a body early. */
  enum Cause {
    /** The connection ended in order (FIN) before the body did. */
    CLOSED("the server closed the connection"),
    /** The connection was broken (RST) before the body ended. */
    RESET("the connection was reset"),
    /** The body was received whole, but the data in its content coding does not end. */
    CODING_UNFINISHED("its content coding does not end"),
    /** There was more than the request asked for. */
    NOT_ASKED_FOR("more of it was not asked for"),
    /** It is larger than the request accepts, and the request asked for its beginning. */
    TOO_LARGE("it is larger than was wanted");

    private final String text;

    Cause(String text) {
      this.text = text;
    }

    /** Whether this side ended it, which does not indicate a fault of the server. */
    public boolean isOurs() {
      return this == NOT_ASKED_FOR || this == TOO_LARGE;
    }

    /** The description for people: a clause about the body. */
    public String text() {
      return text;
    }
  }

  /** The whole body. */
  Completeness COMPLETE = new Complete();

  /** A body cut by this cause. */
  static Completeness truncated(Cause cause) {
    return new Truncated(cause);
  }
}

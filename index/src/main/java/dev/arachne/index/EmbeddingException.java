package dev.arachne.index;

/** Why an {@link Embedding} has given no vectors. The message names it. */
public final class EmbeddingException extends Exception {
  private static final long serialVersionUID = 1;

  private final Kind kind;

  /** The sorts of failures. */
  public enum Kind {
    /** The endpoint cannot be reached. */
    UNREACHABLE,
    /** It does not answer in time. */
    SLOW,
    /** It is overloaded, also when requests are retried. */
    BUSY,
    /** It refuses every request: a wrong path, key or model. */
    DENIED,
    /** It refuses this request; the texts may be too long for the model. */
    REFUSED,
    /** Its answer is not a vector for each text. */
    NONSENSE
  }

  /** A failure with a message of one line that names the endpoint. */
  public EmbeddingException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** The kind of the failure. */
  public Kind kind() {
    return kind;
  }

  /** Whether other texts, or fewer, may have vectors all the same. */
  boolean mayBeOfTheTexts() {
    return switch (kind) {
      case SLOW, REFUSED, NONSENSE -> true;
      case UNREACHABLE, BUSY, DENIED -> false;
    };
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}

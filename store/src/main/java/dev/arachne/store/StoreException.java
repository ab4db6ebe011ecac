package dev.arachne.store;

/** A failure of a store, with its kind. The message names the directory, file or row. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What is wrong, by what can be done about it. */
  public enum Kind {
    /** The disk has no room: make some, and try again. */
    FULL,
    /** What the disk holds is not what was written there. */
    CORRUPT,
    /** The disk could not be read or written, or somebody has the store open already. */
    UNAVAILABLE
  }

  private final Kind kind;

  /** A failure of a kind. */
  public StoreException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** A failure of a kind that no other exception has caused. */
  public StoreException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /**
   * A row whose bytes are not what was written.
   *
   * @param row what the row is, for the message
   * @param cause what its reader threw
   */
  public static StoreException damaged(String row, RuntimeException cause) {
    return new StoreException(
        Kind.CORRUPT, "a row of the store is damaged: " + row + ": " + cause.getMessage(), cause);
  }

  /** What is wrong. */
  public Kind kind() {
    return kind;
  }
}

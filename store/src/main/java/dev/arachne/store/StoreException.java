package dev.arachne.store;

/** A failure of a store, with its kind. The message names the directory, file or row. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The kind of a failure, by its remedy. */
  public enum Kind {
    /** The disk has no room: make some, and try again. */
    FULL,
    /** The bytes on the disk are not those that were written. */
    CORRUPT,
    /** The disk could not be read or written, or another process has the store open already. */
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
   * A row whose bytes are not those that were written.
   *
   * @param row the name of the row, for the message
   * @param cause the exception of its reader
   */
  public static StoreException damaged(String row, RuntimeException cause) {
    return new StoreException(
        Kind.CORRUPT, "a row of the store is damaged: " + row + ": " + cause.getMessage(), cause);
  }

  /** The kind of the failure. */
  public Kind kind() {
    return kind;
  }
}

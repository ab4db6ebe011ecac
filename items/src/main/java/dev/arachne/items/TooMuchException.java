package dev.arachne.items;

/** A page that needs more work than any sensible page; it has no records. */
public final class TooMuchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TooMuchException(String message) {
    super(message);
  }
}

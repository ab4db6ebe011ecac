package dev.arachne.items;

/** A page that asks for more work than any sensible page does; it yields nothing. */
public final class TooMuchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TooMuchException(String message) {
    super(message);
  }
}

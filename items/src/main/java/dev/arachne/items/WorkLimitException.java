package dev.arachne.items;

/** A page that needs more work than any sensible page; it has no records. */
public final class WorkLimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WorkLimitException(String message) {
    super(message);
  }
}

package dev.arachne.fetch;

/** The crawl cannot go on here and now, for want of something that no URL can be blamed for. */
public final class ShortageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** For want of {@code what}. */
  public ShortageException(String what) {
    super(what);
  }
}

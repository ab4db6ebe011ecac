package dev.arachne.fetch;

/**
 * Thrown when the crawl cannot continue on this machine now, since a resource is missing that does
 * not depend on a URL.
 */
public final class ShortageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A shortage of {@code what}. */
  public ShortageException(String what) {
    super(what);
  }
}

package dev.arachne.crawl;

/** The crawl cannot go on here and now, for want of something that no URL can be blamed for. */
final class ShortageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ShortageException(String what) {
    super(what);
  }
}

package dev.arachne.browser;

/** A page could not be shown, or a browser not be started. */
public final class BrowserException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /** What failed. */
  public enum Kind {
    /** There is no browser on this machine, or it cannot be started: no page can be shown. */
    UNAVAILABLE,
    /** The process has ended, or does not answer: another one may. */
    BROKEN,
    /** The page has used up its time, or is too noisy. */
    PAGE,
    /** Its tab has crashed, or was ended by somebody else: it may do better in another one. */
    TAB
  }

  BrowserException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  BrowserException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What failed. */
  public Kind kind() {
    return kind;
  }
}

package dev.arachne.browser;

/** A failure to render a page, or to start a browser. */
public final class BrowserException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /** The failed part. */
  public enum Kind {
    /** This machine has no browser, or it cannot be started: no page can be rendered. */
    UNAVAILABLE,
    /** The selector of {@link PageWait.Element} is invalid: no page can be rendered. */
    SELECTOR,
    /** The process has ended, or does not answer: a new process may succeed. */
    BROKEN,
    /** The page has used up its time, or causes too many events. */
    PAGE,
    /** Its tab has crashed, or was ended from outside: the page may succeed in another one. */
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

  /** The failed part. */
  public Kind kind() {
    return kind;
  }
}

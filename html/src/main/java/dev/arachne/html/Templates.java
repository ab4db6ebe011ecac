package dev.arachne.html;

/**
 * The open {@code template} elements. Their content is inert, a fragment that only scripts use,
 * unless it is a declarative shadow root. Confined to one thread.
 */
public final class Templates {
  /** The content of a template. */
  public enum Content {
    /** A fragment that only scripts use. */
    INERT,
    /** A declarative shadow root: a part of the document. */
    LIVE
  }

  private final Content[] open;
  private int depth;
  private int inert;
  private boolean truncated;

  /** Follows {@code maxNesting} levels; deeper levels are treated as flat. */
  public Templates(int maxNesting) {
    open = new Content[maxNesting];
  }

  /** Begins with a page. */
  public void begin() {
    depth = 0;
    inert = 0;
    truncated = false;
  }

  /** Whether the nesting exceeded the limit. */
  public boolean truncated() {
    return truncated;
  }

  /** Whether any template is open. */
  public boolean areOpen() {
    return depth > 0;
  }

  /** Whether the present content does not belong to the document. */
  public boolean areInert() {
    return inert > 0;
  }

  /** Follows a start tag. */
  public void open(Content content) {
    if (depth == open.length) {
      truncated = true;
      return;
    }
    open[depth++] = content;
    if (content == Content.INERT) {
      inert++;
    }
  }

  /** Follows an end tag. */
  public void close() {
    if (depth > 0 && open[--depth] == Content.INERT) {
      inert--;
    }
  }
}

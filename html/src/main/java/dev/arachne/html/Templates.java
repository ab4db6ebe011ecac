package dev.arachne.html;

/**
 * The open {@code template} elements. What one holds is inert, a fragment that only scripts use,
 * unless it is a declarative shadow root. Confined to one thread.
 */
public final class Templates {
  /** What a template holds. */
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

  /** Follows {@code maxNesting} levels; what is deeper is taken as flat. */
  public Templates(int maxNesting) {
    open = new Content[maxNesting];
  }

  /** Begins with a page. */
  public void begin() {
    depth = 0;
    inert = 0;
    truncated = false;
  }

  /** Whether more was nested than there was room for. */
  public boolean truncated() {
    return truncated;
  }

  /** Whether any template is open. */
  public boolean areOpen() {
    return depth > 0;
  }

  /** Whether what is being read is no part of the document. */
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

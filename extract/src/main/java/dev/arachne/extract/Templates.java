package dev.arachne.extract;

/**
 * The open {@code template} elements. What one holds is inert, a fragment that only scripts use,
 * unless it is a declarative shadow root.
 */
final class Templates {
  enum Content {
    INERT,
    LIVE
  }

  private final Content[] open;
  private int depth;
  private int inert;
  private boolean truncated;

  Templates(int maxNesting) {
    open = new Content[maxNesting];
  }

  void begin() {
    depth = 0;
    inert = 0;
    truncated = false;
  }

  boolean truncated() {
    return truncated;
  }

  boolean areOpen() {
    return depth > 0;
  }

  /** Whether what is being read is no part of the document. */
  boolean areInert() {
    return inert > 0;
  }

  void open(Content content) {
    if (depth == open.length) {
      truncated = true;
      return;
    }
    open[depth++] = content;
    if (content == Content.INERT) {
      inert++;
    }
  }

  void close() {
    if (depth > 0 && open[--depth] == Content.INERT) {
      inert--;
    }
  }
}

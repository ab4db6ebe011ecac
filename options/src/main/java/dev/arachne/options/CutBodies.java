package dev.arachne.options;

/** What a crawl does with a body of which it has the beginning alone. */
public enum CutBodies {
  /** It skips what is too large, and what came of a broken download counts for nothing. */
  SKIP,
  /** It keeps the beginning, marked as cut: saves it, processes it and follows its links. */
  KEEP
}

package dev.arachne.options;

/** The handling of incomplete bodies. */
public enum CutBodies {
  /** Large bodies are skipped, and incomplete downloads are discarded. */
  SKIP,
  /** The crawl keeps the beginning, marked as cut: saves it, processes it and follows its links. */
  KEEP
}

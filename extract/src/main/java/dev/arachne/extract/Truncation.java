package dev.arachne.extract;

/** A limit that a page reached, so that it may have links that were not reported. */
public enum Truncation {
  /** The page has more links than {@link LinkOptions#maxLinks}; the first ones were reported. */
  LINKS,
  /** An attribute was longer than {@link LinkOptions#maxAttributeBytes}; its link was skipped. */
  ATTRIBUTE,
  /**
   * SVG, MathML or templates were nested deeper than {@link LinkOptions#maxNesting}; deeper nesting
   * was treated as flat.
   */
  NESTING
}

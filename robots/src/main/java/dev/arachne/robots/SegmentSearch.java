package dev.arachne.robots;

/** A search for the pieces of patterns. */
interface SegmentSearch {

  /** The fast search for the patterns that people write. */
  SegmentSearch FAST = PatternSegment::endIn;

  /**
   * The end of the first occurrence of {@code piece} at or after {@code from}, or -1 without one.
   */
  int end(PatternSegment piece, String path, int from);
}

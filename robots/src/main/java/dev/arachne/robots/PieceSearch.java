package dev.arachne.robots;

/** A search for the pieces of patterns. */
interface PieceSearch {

  /** The fast search for the patterns that people write. */
  PieceSearch FAST = Piece::endIn;

  /**
   * The end of the first occurrence of {@code piece} at or after {@code from}, or -1 without one.
   */
  int end(Piece piece, String path, int from);
}

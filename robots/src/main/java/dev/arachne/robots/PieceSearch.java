package dev.arachne.robots;

/** A way to look for the pieces of patterns. */
interface PieceSearch {

  /** The fast way for the patterns that people write. */
  PieceSearch FAST = Piece::endIn;

  /**
   * Where the first occurrence of {@code piece} at or after {@code from} ends, or -1 where there is
   * none.
   */
  int end(Piece piece, String path, int from);
}

package dev.arachne.robots;

import java.util.ArrayList;
import java.util.List;

/**
 * The pattern of a rule (RFC 9309 2.2.3): a path's beginning, in which {@code *} stands for any
 * octets and a {@code $} at the end for the path's end. Immutable.
 *
 * <p>Between its stars a pattern is plain text. So it is cut there once, and matched by looking for
 * its pieces one after another, each at the first place after the one before. First places are
 * enough, for a star can always stand for more: there is nothing to try again, and a path is passed
 * over once however many stars there are. Only the last piece of a {@code $} pattern has its place
 * given.
 *
 * @param prefix what the path must begin with, before the first star
 * @param pieces what must follow in this order, none empty
 * @param tail what the path must end with after all pieces; empty where that may be anything
 * @param kind which of the above there are
 * @param octets the length of the whole pattern with its stars and {@code $}: its specificity
 */
record PathPattern(String prefix, List<Piece> pieces, String tail, Kind kind, int octets) {

  enum Kind {
    /** {@code /a}: the prefix alone. */
    PREFIX,
    /** {@code /a$}: the prefix is the whole path. */
    WHOLE,
    /** {@code /a*b}: prefix and pieces. */
    PIECES,
    /** {@code /a*b*c$}: prefix, pieces and tail. */
    PIECES_AND_TAIL
  }

  /** Reads the value of an Allow or Disallow line, each character of which is an octet. */
  static PathPattern of(String value) {
    boolean anchored = value.endsWith("$");
    String text = anchored ? value.substring(0, value.length() - 1) : value;
    int star = text.indexOf('*');
    if (star < 0) {
      String prefix = Octets.decoded(text);
      int octets = prefix.length() + (anchored ? 1 : 0);
      return new PathPattern(prefix, List.of(), "", anchored ? Kind.WHOLE : Kind.PREFIX, octets);
    }
    String prefix = Octets.decoded(text.substring(0, star));
    int octets = prefix.length() + (anchored ? 1 : 0);
    var pieces = new ArrayList<Piece>();
    String piece = "";
    while (star >= 0) {
      int next = text.indexOf('*', star + 1);
      piece = Octets.decoded(text.substring(star + 1, next < 0 ? text.length() : next));
      octets += 1 + piece.length();
      if (!piece.isEmpty() && (next >= 0 || !anchored)) {
        pieces.add(new Piece(piece));
      }
      star = next;
    }
    return anchored
        ? new PathPattern(prefix, List.copyOf(pieces), piece, Kind.PIECES_AND_TAIL, octets)
        : new PathPattern(prefix, List.copyOf(pieces), "", Kind.PIECES, octets);
  }

  /**
   * Whether the pattern matches a path in {@link Octets} that is known to begin with its prefix.
   */
  boolean matchesBeyondPrefix(String path) {
    return switch (kind) {
      case PREFIX -> true;
      case WHOLE -> path.length() == prefix.length();
      case PIECES -> endOfPieces(path) >= 0;
      case PIECES_AND_TAIL -> {
        int end = endOfPieces(path);
        yield end >= 0 && end + tail.length() <= path.length() && path.endsWith(tail);
      }
    };
  }

  /** Where the last piece ends at the earliest, or -1 where they are not all there. */
  private int endOfPieces(String path) {
    int at = prefix.length();
    for (int i = 0; i < pieces.size(); i++) {
      at = pieces.get(i).endIn(path, at);
      if (at < 0) {
        return -1;
      }
    }
    return at;
  }
}

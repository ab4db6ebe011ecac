package dev.arachne.robots;

import java.util.Arrays;
import java.util.List;

/**
 * The pattern of a rule (RFC 9309 2.2.3): a path's beginning, in which {@code *} stands for any
 * octets and a {@code $} at the end for the path's end. Immutable.
 *
 * <p>Between its stars a pattern is plain text. So it is cut there once, and matched by looking for
 * its pieces one after another, each at the first place after the one before. First places are
 * enough, since a star can always stand for more. So no backtracking is needed, and a path is read
 * once, regardless of the number of stars. Only the last piece of a {@code $} pattern has its place
 * given.
 *
 * @param prefix the beginning that the path must have, before the first star
 * @param pieces the texts that must follow in this order, none empty
 * @param end the text that may follow then
 * @param tail the last piece of a pattern with stars and a {@code $}, not in {@code pieces}
 * @param octets the length of the whole pattern with its stars and {@code $}: its specificity
 */
record PathPattern(String prefix, List<PatternSegment> pieces, End end, String tail, int octets) {

  enum End {
    /** Anything: {@code /a} or {@code /a*b}. */
    OPEN,
    /** Nothing: {@code /a$}. */
    CLOSED,
    /** Anything that ends with the tail: {@code /a*b*tail$}. */
    TAIL
  }

  /** Reads the value of an Allow or Disallow line, each character of which is an octet. */
  static PathPattern of(String value) {
    boolean closed = value.endsWith("$");
    String[] texts = (closed ? value.substring(0, value.length() - 1) : value).split("\\*", -1);
    int last = texts.length - 1;
    int octets = last + (closed ? 1 : 0);
    boolean inQuery = false;
    for (int i = 0; i <= last; i++) {
      String text = NormalizedPath.decoded(texts[i]);
      int query = inQuery ? 0 : text.indexOf('?');
      inQuery = query >= 0;
      texts[i] = inQuery ? NormalizedPath.joined(text, query) : text;
      octets += text.length();
    }
    End end = !closed ? End.OPEN : last == 0 ? End.CLOSED : End.TAIL;
    List<PatternSegment> pieces =
        Arrays.stream(texts, 1, end == End.TAIL ? last : last + 1)
            .filter(text -> !text.isEmpty())
            .map(PatternSegment::new)
            .toList();
    return new PathPattern(texts[0], pieces, end, end == End.TAIL ? texts[last] : "", octets);
  }

  /**
   * Whether the pattern matches a path in {@link NormalizedPath} that is known to begin with its
   * prefix.
   */
  boolean matchesBeyondPrefix(String path, SegmentSearch search) {
    int at = prefix.length();
    for (int i = 0; i < pieces.size(); i++) {
      at = search.end(pieces.get(i), path, at);
      if (at < 0) {
        return false;
      }
    }
    return switch (end) {
      case OPEN -> true;
      case CLOSED -> at == path.length();
      case TAIL -> at + tail.length() <= path.length() && path.endsWith(tail);
    };
  }
}

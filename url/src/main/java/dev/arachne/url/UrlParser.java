package dev.arachne.url;

import dev.arachne.url.RejectionReason.Rule;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The URL parser of WHATWG URL 4.4, restricted to http and https: bytes in, canonical bytes out.
 * All code in this package that reads a URL uses it.
 *
 * <p>The standard's state machine reads one code point at a time in one of some twenty states. With
 * special schemes only, a base that is never opaque, and no fragment, those states form a straight
 * line. They are in one file, although it is long, with a method each:
 *
 * <pre>
 *   scheme ──► cut at '#', drop tabs and newlines ──┬──► authority: user info, host, port ──┐
 *   (none: the base's)                              │                                       ▼
 *                                                   └──► a prefix of the base ───► segments ► query
 * </pre>
 *
 * <p>The canonical form grows from left to right in {@link #out}. Segments are copied in runs. A
 * segment that may be dots is checked first, and {@code ..} removes the last segment. If a relative
 * reference begins with {@code ../}, as half of the links of a deep site do, the shorter prefix of
 * the base is used at once.
 *
 * <p>{@link #parse} reserves room for the worst case of percent-encoding, so that the loops need no
 * checks. Credentials are not part of a URL's identity (see {@link CrawlUrl}) and are written to a
 * buffer other than {@code out}. Parsing does not allocate, except for an IPv6 host, a host beyond
 * ASCII, and a query in a legacy charset.
 */
final class UrlParser {
  /** The most output for one byte, for one that is not UTF-8: {@code %EF%BF%BD}. */
  private static final int WORST_GROWTH = 9;

  private static final byte[] HTTP = "http://".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] HTTPS = "https://".getBytes(StandardCharsets.US_ASCII);

  final BaseUrl base = new BaseUrl();

  /** The charset of queries; null for UTF-8. */
  @Nullable QueryEncoder queryEncoder;

  /** The canonical form, if the last call of {@link #parse} returned null. */
  final ByteBuilder out = new ByteBuilder(1024);

  /** The credentials of the URL. */
  final ByteBuilder userInfo = new ByteBuilder(0);

  private final ByteBuilder stripped = new ByteBuilder(0);
  private byte[] in = {};
  private int end;
  private int schemeStart;
  private int schemeEnd;
  private int pathStart;

  /** Parses {@code reference[from, to)} if {@link FastPath} can; returns whether it did. */
  boolean tryFastParse(byte[] reference, int from, int to) {
    userInfo.length = 0;
    userInfo.append(base.userInfo);
    return FastPath.resolve(reference, from, to, base, out);
  }

  /** Parses {@code reference[from, to)}, already trimmed; returns the rule it breaks, or null. */
  @Nullable Rule parse(byte[] reference, int from, int to) {
    in = reference;
    end = to;
    schemeStart = from;
    schemeEnd = schemeEnd(from);
    boolean absolute = schemeEnd >= 0;
    if (absolute && !isScheme(HTTP) && !isScheme(HTTPS)) {
      return Rule.SCHEME;
    }
    int sets = cutFragment(from);
    if (end - from > CrawlUrl.MAX_LENGTH) {
      return Rule.TOO_LONG;
    }
    if ((sets & ByteClass.DROPPED) != 0) {
      strip(from);
      return parse(stripped.bytes, 0, stripped.length);
    }
    out.length = 0;
    userInfo.length = 0;
    out.reserve(HTTPS.length + base.canonical.length + WORST_GROWTH * (end - from));
    return absolute ? parseAfterScheme() : parseReference(from);
  }

  /**
   * The scheme that made the last call return {@link Rule#SCHEME}, at most {@code limit} characters
   * of it.
   */
  String scheme(int limit) {
    int length = Math.min(schemeEnd - schemeStart, limit);
    return new String(in, schemeStart, length, StandardCharsets.US_ASCII);
  }

  /** The index of the colon that ends a scheme, or -1 if the input does not begin with a scheme. */
  private int schemeEnd(int from) {
    if (from == end || !ByteClass.isLetter(in[from])) {
      return -1;
    }
    int i = from + 1;
    while (i < end && (ByteClass.of(in[i]) & ByteClass.SCHEME) != 0) {
      i++;
    }
    return i < end && in[i] == ':' ? i : -1;
  }

  private boolean isScheme(byte[] prefix) {
    int length = prefix.length - "://".length();
    if (schemeEnd - schemeStart != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if ((in[schemeStart + i] | 0x20) != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  /** Ends the input before its fragment and returns all the sets that its bytes belong to. */
  private int cutFragment(int from) {
    int sets = 0;
    for (int i = from; i < end; i++) {
      if (in[i] == '#') {
        end = i;
        break;
      }
      sets |= ByteClass.of(in[i]);
    }
    return sets;
  }

  private void strip(int from) {
    stripped.length = 0;
    stripped.reserve(end - from);
    for (int i = from; i < end; i++) {
      if ((ByteClass.of(in[i]) & ByteClass.DROPPED) == 0) {
        stripped.append(in[i]);
      }
    }
  }

  /**
   * Parses the input after a scheme; {@code http:} without two slashes is relative to a base of the
   * same scheme.
   */
  private @Nullable Rule parseAfterScheme() {
    boolean https = isScheme(HTTPS);
    int start = schemeEnd + 1;
    boolean relative = base.isSet() && base.https == https && !isDoubleSlash(start);
    return relative ? parseReference(start) : parseAuthority(https, start);
  }

  private @Nullable Rule parseReference(int start) {
    if (!base.isSet()) {
      return Rule.RELATIVE;
    }
    if (isDoubleSlash(start)) {
      return parseAuthority(base.https, start);
    }
    userInfo.append(base.userInfo);
    pathStart = base.pathStart;
    if (start == end) {
      keepOfBase(base.canonical.length);
    } else if (in[start] == '?') {
      keepOfBase(base.queryStart);
      parseQuery(start + 1);
    } else if (isSlash(start)) {
      keepOfBase(base.pathStart + 1);
      parseSegments(start + 1);
    } else {
      int up = 0;
      int i = start;
      for (; i + 2 < end && in[i] == '.' && in[i + 1] == '.' && in[i + 2] == '/'; i += 3) {
        up++;
      }
      keepOfBase(base.directoryEnd(up));
      parseSegments(i);
    }
    return null;
  }

  private void keepOfBase(int length) {
    out.append(base.canonical.bytes, 0, length);
  }

  private @Nullable Rule parseAuthority(boolean https, int start) {
    int from = start;
    while (isSlash(from)) {
      from++;
    }
    int to = from;
    int at = -1;
    for (; to < end && (ByteClass.of(in[to]) & ByteClass.DELIMITER) == 0; to++) {
      if (in[to] == '@') {
        at = to;
      }
    }
    if (at >= 0) {
      parseUserInfo(from, at);
      from = at + 1;
    }
    int hostEnd = hostEnd(from, to);
    if (hostEnd == from) {
      return Rule.HOST_MISSING;
    }
    byte[] prefix = https ? HTTPS : HTTP;
    out.append(prefix, 0, prefix.length);
    Rule rule = HostParser.append(in, from, hostEnd, out);
    if (rule != null) {
      return rule;
    }
    out.reserve(1 + WORST_GROWTH * (end - hostEnd));
    if (!parsePort(hostEnd + 1, to, https ? 443 : 80)) {
      return Rule.PORT;
    }
    pathStart = out.length;
    out.append('/');
    parseSegments(isSlash(to) ? to + 1 : to);
    return null;
  }

  private void parseUserInfo(int from, int to) {
    int colon = from;
    while (colon < to && in[colon] != ':') {
      colon++;
    }
    userInfo.reserve(1 + WORST_GROWTH * (to - from));
    PercentEncoder.append(in, from, colon, ByteClass.USERINFO, userInfo);
    if (colon + 1 < to) {
      userInfo.append(':');
      PercentEncoder.append(in, colon + 1, to, ByteClass.USERINFO, userInfo);
    }
  }

  /** The end of the host: the first colon outside brackets, else at {@code to}. */
  private int hostEnd(int from, int to) {
    boolean bracketed = false;
    for (int i = from; i < to; i++) {
      byte b = in[i];
      if (b == ':' && !bracketed) {
        return i;
      }
      bracketed = b == '[' || (bracketed && b != ']');
    }
    return to;
  }

  /** Writes the port in {@code [from, to)}, if there is one and it is not the default. */
  private boolean parsePort(int from, int to, int defaultPort) {
    int port = 0;
    for (int i = from; i < to; i++) {
      if (!ByteClass.isDigit(in[i])) {
        return false;
      }
      port = 10 * port + in[i] - '0';
      if (port > 0xffff) {
        return false;
      }
    }
    if (from < to && port != defaultPort) {
      out.append(':');
      out.appendDecimal(port);
    }
    return true;
  }

  /** Reads segments, and a query after them, into a path that ends in a slash so far. */
  private void parseSegments(int start) {
    int i = start;
    while (i < end && in[i] != '?') {
      int next = mayBeDots(i) ? applyDots(i) : i;
      i = next == i ? copySegments(i) : next;
    }
    if (i < end) {
      parseQuery(i + 1);
    }
  }

  /**
   * Carries out the segment at {@code start} if it is one or two dots, {@code %2e} counting as one.
   *
   * @return the start of the next segment, or {@code start} if this one is of another kind
   */
  private int applyDots(int start) {
    int dots = 0;
    int i = start;
    for (; mayBeDots(i); i++, dots++) {
      if (in[i] == '%') {
        if (i + 2 >= end || in[i + 1] != '2' || (in[i + 2] | 0x20) != 'e') {
          return start;
        }
        i += 2;
      }
    }
    if (dots > 2 || (i < end && (ByteClass.of(in[i]) & ByteClass.DELIMITER) == 0)) {
      return start;
    }
    if (dots == 2) {
      removeLastSegment();
    }
    return isSlash(i) ? i + 1 : i;
  }

  private void removeLastSegment() {
    int slash = out.length - 1;
    if (slash > pathStart) {
      do {
        slash--;
      } while (out.bytes[slash] != '/');
      out.length = slash + 1;
    }
  }

  /**
   * Copies the segment at {@code start}, and the following ones that are certainly not dots, and
   * percent-encodes the bytes that a path must not have.
   *
   * @return the start of the next segment, of the query, or the end
   */
  private int copySegments(int start) {
    int run = start;
    int i = start;
    do {
      byte b = in[i];
      if ((ByteClass.of(b) & (ByteClass.PATH | ByteClass.DELIMITER)) == 0) {
        i++;
      } else if (b == '/') {
        i++;
        if (mayBeDots(i)) {
          break;
        }
      } else if (b == '?') {
        break;
      } else {
        out.append(in, run, i);
        if (b == '\\') {
          out.append('/');
          return i + 1;
        }
        run = i = PercentEncoder.appendEncoded(in, i, end, out);
      }
    } while (i < end);
    out.append(in, run, i);
    return i;
  }

  private void parseQuery(int start) {
    out.append('?');
    if (queryEncoder == null) {
      PercentEncoder.append(in, start, end, ByteClass.QUERY, out);
    } else {
      queryEncoder.append(in, start, end, out);
    }
  }

  /** Whether a segment that begins here may consist of dots. */
  private boolean mayBeDots(int i) {
    return i < end && (in[i] == '.' || in[i] == '%');
  }

  private boolean isSlash(int i) {
    return i < end && (in[i] == '/' || in[i] == '\\');
  }

  private boolean isDoubleSlash(int i) {
    return isSlash(i) && isSlash(i + 1);
  }
}

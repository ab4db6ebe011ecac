package dev.arachne.url;

import dev.arachne.url.UrlRejection.Rule;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Resolves references against a base into canonical http and https URLs, in scratch space of its
 * own: the parser of WHATWG URL 4.4, as far as these two schemes need it. It allocates nothing for
 * a reference whose host is plain ASCII, unless {@link #url()} is called. All of {@link CrawlUrl}'s
 * parsing runs through it.
 *
 * <p>Not thread-safe: one worker owns it. It never throws, whatever the bytes are.
 */
public final class UrlResolver {
  /*
   * The standard's state machine looks at one code point at a time and may enter any of some twenty
   * states. With only special schemes, a base that is never opaque and a fragment that is dropped,
   * it falls apart into a straight line, which is what resolve() does:
   *
   *   trim | scheme? | cut at '#', drop tabs and newlines | authority? | path | query
   *
   * The canonical form is built left to right in `out`: a prefix of the base, or a new authority;
   * then the path, segment by segment, where ".." takes segments back off the end of `out`; then the
   * query. Everything that can grow is reserved for before the loop that writes it.
   *
   * Credentials take no part in a URL's identity (see CrawlUrl), so they are kept beside `out`.
   */

  /** What one invalid byte becomes at worst: {@code %EF%BF%BD}. */
  private static final int WORST_GROWTH = 9;

  private static final byte[] HTTP = "http".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] HTTPS = "https".getBytes(StandardCharsets.US_ASCII);

  /** As much of a foreign scheme's name as a reason repeats. */
  private static final int SCHEME_SHOWN = 32;

  private final Scratch out = new Scratch(512);
  private final Scratch userInfo = new Scratch(0);
  private final Scratch stripped = new Scratch(0);
  private final Murmur3 murmur = new Murmur3();
  private @Nullable QueryEncoder queryEncoder;

  private @Nullable CrawlUrl base;
  private byte[] baseBytes = {};
  private byte[] baseUserInfo = {};

  private byte[] in = {};
  private int end;
  private int pathStart;
  private @Nullable Rule broken = Rule.RELATIVE;
  private int schemeFrom;
  private int schemeTo;

  /** A resolver without a base, which accepts absolute URLs only, and with queries in UTF-8. */
  public UrlResolver() {}

  /** Resolves from now on against {@code base}: a page's base URL. */
  public void base(CrawlUrl base) {
    this.base = base;
    baseBytes = base.toString().getBytes(StandardCharsets.ISO_8859_1);
    baseUserInfo = base.rawUserInfo().getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * Encodes queries from now on in {@code charset}, the encoding of the document that the
   * references stand in; UTF-16 and charsets that cannot encode count as UTF-8 (WHATWG Encoding,
   * "get an output encoding").
   */
  public void queryCharset(Charset charset) {
    boolean utf8 =
        charset.equals(StandardCharsets.UTF_8)
            || charset.name().startsWith("UTF-")
            || !charset.canEncode();
    queryEncoder = utf8 ? null : new QueryEncoder(charset);
  }

  /**
   * Resolves the reference {@code reference[from, to)}, UTF-8 as it stands in the document, its
   * character references decoded.
   *
   * @return true if the canonical form is now in {@link #bytes()}; false if the reference is
   *     rejected, see {@link #rejection()}
   */
  public boolean resolve(byte[] reference, int from, int to) {
    int start = from;
    int stop = to;
    while (start < stop && isControlOrSpace(reference[start])) {
      start++;
    }
    while (stop > start && isControlOrSpace(reference[stop - 1])) {
      stop--;
    }
    broken = parse(reference, start, stop);
    if (broken == null && out.length > CrawlUrl.MAX_LENGTH) {
      broken = Rule.TOO_LONG;
    }
    if (broken != null) {
      return false;
    }
    out.reserve(Murmur3.PADDING);
    murmur.hash(out.bytes, out.length);
    return true;
  }

  /** Why the last reference was rejected. Meaningful after {@link #resolve} returned false. */
  public UrlRejection rejection() {
    Rule rule = broken == null ? Rule.RELATIVE : broken;
    if (rule != Rule.SCHEME) {
      return UrlRejection.of(rule);
    }
    int length = Math.min(schemeTo - schemeFrom, SCHEME_SHOWN);
    String scheme = new String(in, schemeFrom, length, StandardCharsets.US_ASCII);
    return new UrlRejection(rule, scheme.toLowerCase(Locale.ROOT));
  }

  /**
   * The array whose first {@link #length()} bytes are the canonical form, as {@link
   * CrawlUrl#toString()} writes it. It is the resolver's own: read it before the next call, and do
   * not write to it.
   */
  public byte[] bytes() {
    return out.bytes;
  }

  /** The length of the canonical form in bytes. */
  public int length() {
    return out.length;
  }

  /** The high half of the canonical form's {@link Fingerprint}. */
  public long high() {
    return murmur.high();
  }

  /** The low half of the canonical form's {@link Fingerprint}. */
  public long low() {
    return murmur.low();
  }

  /** The URL that was resolved last, as a value of its own. Call it after true only. */
  public CrawlUrl url() {
    return new CrawlUrl(out.toString(), userInfo.toString(), high(), low());
  }

  private @Nullable Rule parse(byte[] reference, int from, int to) {
    in = reference;
    end = to;
    userInfo.length = 0;
    int colon = schemeEnd(from, to);
    boolean http = colon >= 0 && isName(HTTP, from, colon);
    boolean https = colon >= 0 && isName(HTTPS, from, colon);
    if (colon >= 0 && !http && !https) {
      schemeFrom = from;
      schemeTo = colon;
      return Rule.SCHEME;
    }
    int sets = 0;
    for (int i = from; i < to; i++) {
      if (reference[i] == '#') {
        end = i;
        break;
      }
      sets |= ByteClass.of(reference[i]);
    }
    if (end - from > CrawlUrl.MAX_LENGTH) {
      return Rule.TOO_LONG;
    }
    if ((sets & ByteClass.DROPPED) != 0) {
      strip(reference, from, end);
      return parse(stripped.bytes, 0, stripped.length);
    }
    out.length = 0;
    out.reserve(baseBytes.length + WORST_GROWTH * (end - from) + "https://".length());
    int start = colon + 1;
    CrawlUrl base = this.base;
    if (colon >= 0) {
      boolean relative = base != null && base.scheme().length() == colon - from;
      if (!relative || (isSlash(start) && isSlash(start + 1))) {
        return parseAuthority(https ? HTTPS : HTTP, start);
      }
    } else {
      start = from;
    }
    return base == null ? Rule.RELATIVE : parseRelative(base, start);
  }

  private @Nullable Rule parseRelative(CrawlUrl base, int start) {
    if (isSlash(start) && isSlash(start + 1)) {
      return parseAuthority(base.scheme().length() == HTTP.length ? HTTP : HTTPS, start);
    }
    inheritUserInfo();
    pathStart = base.pathStart();
    if (start == end) {
      out.append(baseBytes, 0, baseBytes.length);
    } else if (isSlash(start)) {
      out.append(baseBytes, 0, pathStart);
      parsePath(start + 1);
    } else if (in[start] == '?') {
      out.append(baseBytes, 0, base.queryStart());
      parseQuery(start + 1);
    } else {
      out.append(baseBytes, 0, base.directoryEnd());
      parseSegments(start);
    }
    return null;
  }

  private @Nullable Rule parseAuthority(byte[] scheme, int start) {
    int from = start;
    while (isSlash(from)) {
      from++;
    }
    int to = from;
    int at = -1;
    while (to < end && (ByteClass.of(in[to]) & ByteClass.DELIMITER) == 0) {
      if (in[to] == '@') {
        at = to;
      }
      to++;
    }
    if (at >= 0) {
      parseUserInfo(from, at);
      from = at + 1;
    }
    out.append(scheme, 0, scheme.length);
    out.append(':');
    out.append('/');
    out.append('/');
    int hostEnd = hostEnd(from, to);
    if (hostEnd == from) {
      return Rule.HOST_MISSING;
    }
    Rule rule = HostParser.append(in, from, hostEnd, out);
    if (rule != null) {
      return rule;
    }
    out.reserve(WORST_GROWTH * (end - hostEnd) + 1);
    if (!parsePort(hostEnd + 1, to, scheme == HTTPS ? 443 : 80)) {
      return Rule.PORT;
    }
    pathStart = out.length;
    boolean slash = to < end && in[to] != '?';
    parsePath(slash ? to + 1 : to);
    return null;
  }

  private void parseUserInfo(int from, int to) {
    int colon = from;
    while (colon < to && in[colon] != ':') {
      colon++;
    }
    userInfo.reserve(WORST_GROWTH * (to - from) + 1);
    PercentEncoder.append(in, from, colon, ByteClass.USERINFO, userInfo);
    if (colon + 1 < to) {
      userInfo.append(':');
      PercentEncoder.append(in, colon + 1, to, ByteClass.USERINFO, userInfo);
    }
  }

  private void inheritUserInfo() {
    userInfo.reserve(baseUserInfo.length);
    userInfo.append(baseUserInfo, 0, baseUserInfo.length);
  }

  /** Where the host ends: at the first colon outside brackets, else at {@code to}. */
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

  private boolean parsePort(int from, int to, int defaultPort) {
    int port = 0;
    for (int i = from; i < to; i++) {
      if (!ByteClass.isDigit(in[i])) {
        return false;
      }
      port = port * 10 + in[i] - '0';
      if (port > 0xffff) {
        return false;
      }
    }
    if (from < to && port != defaultPort) {
      out.append(':');
      byte[] digits = Integer.toString(port).getBytes(StandardCharsets.US_ASCII);
      out.append(digits, 0, digits.length);
    }
    return true;
  }

  /** Reads what follows a path's first slash. */
  private void parsePath(int start) {
    out.append('/');
    parseSegments(start);
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
   * @return where the next segment begins, or {@code start} if this one is something else
   */
  private int applyDots(int start) {
    int dots = 0;
    int i = start;
    while (mayBeDots(i)) {
      if (in[i] == '%') {
        if (i + 2 >= end || in[i + 1] != '2' || (in[i + 2] | 0x20) != 'e') {
          return start;
        }
        i += 2;
      }
      i++;
      dots++;
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
   * Copies segments, encoding what a path must not show, until one that may be dots, or the query.
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
          i++;
        } else {
          i = PercentEncoder.appendEncoded(in, i, end, out);
        }
        run = i;
        if (b == '\\' && mayBeDots(i)) {
          break;
        }
      }
    } while (i < end);
    out.append(in, run, i);
    return i;
  }

  private boolean mayBeDots(int i) {
    return i < end && (in[i] == '.' || in[i] == '%');
  }

  private void parseQuery(int start) {
    out.append('?');
    if (queryEncoder == null) {
      PercentEncoder.append(in, start, end, ByteClass.QUERY, out);
    } else {
      queryEncoder.append(in, start, end, out);
    }
  }

  /** Where the colon is that ends a scheme, or -1 if the reference begins with none. */
  private int schemeEnd(int from, int to) {
    if (from == to || !ByteClass.isLetter(in[from])) {
      return -1;
    }
    int i = from + 1;
    while (i < to && (ByteClass.of(in[i]) & ByteClass.SCHEME) != 0) {
      i++;
    }
    return i < to && in[i] == ':' ? i : -1;
  }

  private boolean isName(byte[] name, int from, int to) {
    if (to - from != name.length) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      if ((in[from + i] | 0x20) != name[i]) {
        return false;
      }
    }
    return true;
  }

  private void strip(byte[] reference, int from, int to) {
    stripped.length = 0;
    stripped.reserve(to - from);
    for (int i = from; i < to; i++) {
      if ((ByteClass.of(reference[i]) & ByteClass.DROPPED) == 0) {
        stripped.append(reference[i]);
      }
    }
  }

  private boolean isSlash(int i) {
    return i < end && (in[i] == '/' || in[i] == '\\');
  }

  private static boolean isControlOrSpace(byte b) {
    return b >= 0 && b <= ' ';
  }
}

package dev.arachne.url;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * An absolute http or https URL in canonical form. It is parsed as in browsers (WHATWG URL) and has
 * no fragment and no default port; the case of path and query is kept. Two URLs are equal if a
 * crawler needs to fetch only one of them. Immutable.
 *
 * <p>Credentials ({@code http://user:password@host/}) are carried but are not part of the canonical
 * form: they identify the user, not the resource. {@link #toString()}, {@link #equals}, {@link
 * #compareTo} and {@link #fingerprint()} ignore them, so that no log, report or store that writes a
 * URL can leak a password. Code that needs them calls {@link #userInfo()} or {@link #href()}.
 */
public final class CrawlUrl implements ParsedUrl, Comparable<CrawlUrl> {
  /**
   * The longest reference and the longest canonical form that is accepted, in bytes: twice the
   * request line that common servers accept.
   */
  public static final int MAX_LENGTH = 16_384;

  private static final int UTF8_BYTES_PER_CHAR = 3;
  private static final byte[] REPLACEMENT = {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD};

  private final String canonical;
  private final String userInfo;
  private final long high;
  private final long low;
  private final int hostEnd;
  private final int pathStart;
  private final int queryStart;
  private final int port;

  /** A URL from the resolver's output: a canonical form, its credentials and its fingerprint. */
  CrawlUrl(String canonical, String userInfo, long high, long low) {
    this.canonical = canonical;
    this.userInfo = userInfo;
    this.high = high;
    this.low = low;
    pathStart = canonical.indexOf('/', hostStart());
    int colon = canonical.lastIndexOf(':', pathStart);
    boolean hasPort = colon >= hostStart() && canonical.indexOf(']', colon) != pathStart - 1;
    hostEnd = hasPort ? colon : pathStart;
    port =
        hasPort ? Integer.parseInt(canonical, hostEnd + 1, pathStart, 10) : defaultPort(scheme());
    int question = canonical.indexOf('?', pathStart);
    queryStart = question < 0 ? canonical.length() : question;
  }

  /** Parses an absolute URL. */
  public static ParsedUrl parse(String input) {
    return resolve(new UrlResolver(), input);
  }

  /**
   * Parses a URL that is known to be valid, such as a literal in a program.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static CrawlUrl of(String literal) {
    ParsedUrl parsed = parse(literal);
    if (parsed instanceof RejectedUrl(String input, RejectionReason reason)) {
      throw new IllegalArgumentException(reason.text() + ": " + input);
    }
    return (CrawlUrl) parsed;
  }

  /**
   * Restores a URL from the stored bytes of its {@link #href()}. They are not parsed again:
   * impossible URLs are refused, but a URL that is only not in canonical form is not detected.
   *
   * @throws IllegalArgumentException if it is not a URL
   */
  public static CrawlUrl ofCanonical(byte[] href) {
    String text = new String(href, StandardCharsets.ISO_8859_1);
    boolean isHttps = text.startsWith("https://");
    int host = isHttps ? "https://".length() : "http://".length();
    int path = text.indexOf('/', host);
    if (!(isHttps || text.startsWith("http://")) || path <= host || !isVisible(href)) {
      throw new IllegalArgumentException("no URL in canonical form: " + text);
    }
    if (text.lastIndexOf('@', path) >= 0) {
      return of(text);
    }
    var murmur = new Murmur3();
    murmur.hash(Arrays.copyOf(href, href.length + Murmur3.PADDING), href.length);
    return new CrawlUrl(text, "", murmur.high(), murmur.low());
  }

  /** Resolves a reference with this URL as the base, a query of it in UTF-8. */
  public ParsedUrl resolve(String reference) {
    var resolver = new UrlResolver();
    resolver.base(this);
    return resolve(resolver, reference);
  }

  /** {@code http} or {@code https}. */
  public String scheme() {
    return isHttps() ? "https" : "http";
  }

  /** The host: a lower-case ASCII domain name, an IPv4 address, or an IPv6 address in brackets. */
  public String host() {
    return canonical.substring(hostStart(), hostEnd);
  }

  /** The port to connect to, the scheme's default if the URL has no port. */
  public int port() {
    return port;
  }

  /** The host, and the port if it is not the scheme's default: a Host field (RFC 9110 7.2). */
  public String hostAndPort() {
    return canonical.substring(hostStart(), pathStart);
  }

  /** Scheme, host and port. */
  public Origin origin() {
    return new Origin(scheme(), host(), port());
  }

  /** Whether {@link #origin()} is this one; checks that without creating it. */
  public boolean isAt(Origin origin) {
    int length = origin.host().length();
    return length == hostEnd - hostStart()
        && canonical.startsWith(origin.host(), hostStart())
        && port() == origin.port()
        && scheme().equals(origin.scheme());
  }

  /** The path: begins with a slash. */
  public String path() {
    return canonical.substring(pathStart, queryStart);
  }

  /** The query with its '?'; empty without one. */
  public String query() {
    return canonical.substring(queryStart);
  }

  /**
   * The request target of RFC 9112 3.2.1: the path and, if there is one, the query with its '?'.
   */
  public String pathAndQuery() {
    return canonical.substring(pathStart);
  }

  /** The credentials as in the URL, percent-encoded: {@code user} or {@code user:password}. */
  public Optional<String> userInfo() {
    return userInfo.isEmpty() ? Optional.empty() : Optional.of(userInfo);
  }

  /** The canonical form with the credentials in it: WHATWG's serialisation without the fragment. */
  public String href() {
    return userInfo.isEmpty()
        ? canonical
        : canonical.substring(0, hostStart()) + userInfo + "@" + canonical.substring(hostStart());
  }

  /** The fingerprint of the canonical form. */
  public Fingerprint fingerprint() {
    return new Fingerprint(high, low);
  }

  /**
   * The sort-friendly form that web archives use as a key: {@code
   * com,example,www:8080)/path?query}. Scheme and credentials are omitted, addresses are not
   * reversed.
   */
  public String surt() {
    return Surt.of(this);
  }

  /** Orders by the canonical form. */
  @Override
  public int compareTo(CrawlUrl other) {
    return canonical.compareTo(other.canonical);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CrawlUrl url
        && low == url.low
        && high == url.high
        && canonical.equals(url.canonical);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(low);
  }

  /** The canonical form. */
  @Override
  public String toString() {
    return canonical;
  }

  static int defaultPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  boolean isHttps() {
    return canonical.charAt("http".length()) == 's';
  }

  /** The start of the path in the canonical form. */
  int pathStart() {
    return pathStart;
  }

  /** The index of the '?' in the canonical form, or its length. */
  int queryStart() {
    return queryStart;
  }

  /** The credentials, or an empty string. */
  String rawUserInfo() {
    return userInfo;
  }

  private int hostStart() {
    return isHttps() ? "https://".length() : "http://".length();
  }

  private static ParsedUrl resolve(UrlResolver resolver, String reference) {
    ByteBuffer utf8 = isAscii(reference) ? ascii(reference) : utf8(reference);
    return resolver.resolve(utf8.array(), 0, utf8.limit())
        ? resolver.url()
        : new RejectedUrl(reference, resolver.rejection());
  }

  private static boolean isVisible(byte[] ascii) {
    for (byte b : ascii) {
      if (b <= ' ' || b == 0x7F) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static ByteBuffer ascii(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Reads a lone surrogate as U+FFFD (WHATWG Infra, "convert to a scalar value string"). */
  private static ByteBuffer utf8(String text) {
    ByteBuffer utf8 = ByteBuffer.allocate(UTF8_BYTES_PER_CHAR * text.length());
    StandardCharsets.UTF_8
        .newEncoder()
        .replaceWith(REPLACEMENT)
        .onMalformedInput(CodingErrorAction.REPLACE)
        .encode(CharBuffer.wrap(text), utf8, true);
    return utf8.flip();
  }
}

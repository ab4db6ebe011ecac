package dev.arachne.url;

import dev.arachne.url.RejectionReason.Rule;
import java.nio.charset.Charset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Resolves references against a base into canonical http and https URLs with their fingerprints, in
 * scratch space of its own. Until {@link #url()} is called it does not allocate, so a known link
 * costs only a look-up and no garbage. The exceptions are IPv6 hosts, hosts beyond ASCII and
 * queries in a legacy charset.
 *
 * <p>Not thread-safe: one worker owns it. {@link #resolve} never throws on any input. Its scratch
 * space is bounded by {@link CrawlUrl#MAX_LENGTH}.
 */
public final class UrlResolver {
  /** The length up to which a reason repeats the name of another scheme. */
  private static final int SCHEME_SHOWN = 32;

  private final UrlParser parser = new UrlParser();
  private final Murmur3 murmur = new Murmur3();

  /** The broken rule before the first reference is resolved. */
  private static final Rule UNRESOLVED = Rule.RELATIVE;

  /** The rule that the last reference broke; null if it is resolved. */
  private @Nullable Rule broken = UNRESOLVED;

  /** A resolver without a base, which accepts only absolute URLs, and with queries in UTF-8. */
  public UrlResolver() {}

  /** Resolves from now on against {@code base}: a page's base URL. */
  public void base(CrawlUrl base) {
    parser.base.set(base);
  }

  /**
   * Encodes queries from now on in {@code charset}, the charset of the document with the
   * references. UTF-16, UTF-32 and charsets that cannot encode count as UTF-8 (WHATWG Encoding 4.3,
   * "get an output encoding").
   */
  public void queryCharset(Charset charset) {
    boolean utf8 = charset.name().startsWith("UTF-") || !charset.canEncode();
    parser.queryEncoder = utf8 ? null : new QueryEncoder(charset);
  }

  /**
   * Resolves the reference {@code reference[from, to)}: UTF-8, as written in the document, its
   * character references decoded. Bytes that are not UTF-8 are read as U+FFFD.
   *
   * @return true if the canonical form is now in {@link #bytes()}; false if the reference is
   *     rejected, see {@link #rejection()}
   */
  public boolean resolve(byte[] reference, int from, int to) {
    int start = from;
    int end = to;
    while (start < end && isControlOrSpace(reference[start])) {
      start++;
    }
    while (start < end && isControlOrSpace(reference[end - 1])) {
      end--;
    }
    return settle(parser.parse(reference, start, end));
  }

  /**
   * A fast path of {@link #resolve} for most links of a page: a path of letters, digits and a few
   * other ASCII characters, relative to the base or to its root, with or without a fragment. These
   * characters have no special meaning in HTML, so the reference may be read in place.
   *
   * @return false if the reference is of another kind: then call {@link #resolve}
   */
  public boolean tryFastResolve(byte[] reference, int from, int to) {
    return settle(parser.tryFastParse(reference, from, to) ? null : UNRESOLVED);
  }

  /**
   * The reason why the last reference was rejected: valid after {@link #resolve} has returned
   * false.
   */
  public RejectionReason rejection() {
    if (broken == null) {
      throw new IllegalStateException("the reference was not rejected");
    }
    return broken == Rule.SCHEME
        ? new RejectionReason(broken, parser.scheme(SCHEME_SHOWN).toLowerCase(Locale.ROOT))
        : new RejectionReason(broken, "");
  }

  /**
   * The array whose first {@link #length()} bytes are the canonical form, as {@link
   * CrawlUrl#toString()} writes it. It belongs to the resolver: read it before the next call, and
   * do not write to it.
   */
  public byte[] bytes() {
    return parser.out.bytes;
  }

  /** The length of the canonical form in bytes. */
  public int length() {
    return parser.out.length;
  }

  /** The high half of the canonical form's {@link Fingerprint}. */
  public long high() {
    return murmur.high();
  }

  /** The low half of the canonical form's {@link Fingerprint}. */
  public long low() {
    return murmur.low();
  }

  /**
   * The URL that was resolved last, as a value of its own.
   *
   * @throws IllegalStateException if it was rejected, or no reference was resolved yet
   */
  public CrawlUrl url() {
    if (broken != null) {
      throw new IllegalStateException("no URL: " + rejection().text());
    }
    return new CrawlUrl(parser.out.toString(), parser.userInfo.toString(), high(), low());
  }

  private boolean settle(@Nullable Rule rule) {
    boolean tooLong = rule == null && parser.out.length > CrawlUrl.MAX_LENGTH;
    broken = tooLong ? Rule.TOO_LONG : rule;
    if (broken == null) {
      parser.out.reserve(Murmur3.PADDING);
      murmur.hash(parser.out.bytes, parser.out.length);
    }
    return broken == null;
  }

  private static boolean isControlOrSpace(byte b) {
    return b >= 0 && b <= ' ';
  }
}

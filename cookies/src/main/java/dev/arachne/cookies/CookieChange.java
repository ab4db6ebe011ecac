package dev.arachne.cookies;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of a jar, in the form of a store: a cookie that was set, or that its site removed.
 * Immutable.
 */
public final class CookieChange {
  /** No cookie contains it: Set-Cookie fields with control characters are rejected. */
  private static final char SEPARATOR = '\n';

  private static final int FIELDS = 10;

  private final byte[] key;
  private final @Nullable Cookie cookie;

  private CookieChange(byte[] key, @Nullable Cookie cookie) {
    this.key = key;
    this.cookie = cookie;
  }

  /** Returns the change by a cookie that was set; one with a past expiry is a removal. */
  static CookieChange of(Cookie cookie, Instant now) {
    return new CookieChange(key(cookie), cookie.expiry().isAfter(now) ? cookie : null);
  }

  /** Returns the change by a cookie that was removed. */
  static CookieChange gone(Cookie cookie) {
    return new CookieChange(key(cookie), null);
  }

  private static byte[] key(Cookie cookie) {
    String key =
        String.join(
            String.valueOf(SEPARATOR),
            cookie.domain(),
            cookie.path(),
            cookie.name(),
            cookie.scope().name());
    return latin1(key);
  }

  /**
   * Reads a change from its {@link #key} and {@link #value}.
   *
   * @throws IllegalArgumentException if they are malformed
   */
  public static CookieChange read(byte[] key, byte[] value) {
    String[] parts = new String(value, StandardCharsets.ISO_8859_1).split("\n", -1);
    if (parts.length != FIELDS) {
      throw new IllegalArgumentException("a cookie of " + parts.length + " parts");
    }
    return new CookieChange(
        key,
        new Cookie(
            parts[0],
            parts[1],
            parts[2],
            Cookie.HostMatch.valueOf(parts[3]),
            parts[4],
            Cookie.Transport.valueOf(parts[5]),
            Cookie.Access.valueOf(parts[6]),
            Long.parseLong(parts[7]),
            Cookie.Lifetime.valueOf(parts[8]),
            Instant.ofEpochSecond(Long.parseLong(parts[9]))));
  }

  /** The identity of the cookie; a later change with this key replaces this one. */
  public byte[] key() {
    return key.clone();
  }

  /** The cookie; null if it was removed. */
  public byte @Nullable [] value() {
    return cookie == null
        ? null
        : latin1(
            String.join(
                String.valueOf(SEPARATOR),
                cookie.name(),
                cookie.value(),
                cookie.domain(),
                cookie.scope().name(),
                cookie.path(),
                cookie.transport().name(),
                cookie.access().name(),
                Long.toString(cookie.created()),
                cookie.lifetime().name(),
                Long.toString(cookie.expiry().getEpochSecond())));
  }

  @Nullable Cookie cookie() {
    return cookie;
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}

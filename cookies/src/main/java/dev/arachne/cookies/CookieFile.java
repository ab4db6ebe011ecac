package dev.arachne.cookies;

import dev.arachne.url.RegistrableDomain;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Cookies in the format of Netscape's file {@code cookies.txt}, as curl and wget read and write it:
 * a line for each cookie, with seven fields separated by tabs.
 *
 * <pre>
 *   #HttpOnly_.example.com  TRUE  /  FALSE  0  name  value
 *   |         |             |     |  |      |  |     the value, which may be empty
 *   |         |             |     |  |      |  the name
 *   |         |             |     |  |      the expiry in seconds since 1970; 0 for the session
 *   |         |             |     |  whether it is sent over https only
 *   |         |             |     the path
 *   |         |             whether subdomains get it
 *   |         the domain; a leading dot is ignored
 *   only if scripts may not read it
 * </pre>
 *
 * <p>Empty lines and other lines that begin with # are ignored. Immutable.
 */
public final class CookieFile {
  /** The most bytes of such a file. */
  public static final int MAX_BYTES = 64 << 20;

  private static final String HTTP_ONLY = "#HttpOnly_";
  private static final int FIELDS = 7;

  private final List<Cookie> cookies;

  CookieFile(List<Cookie> cookies) {
    this.cookies = List.copyOf(cookies);
  }

  /**
   * Reads the cookies of a file that have not expired.
   *
   * @throws IllegalArgumentException if a line is malformed; the message names the line, but not
   *     its content
   */
  public static CookieFile parse(byte[] text, Instant now) {
    var cookies = new ArrayList<Cookie>();
    String[] lines = new String(text, StandardCharsets.ISO_8859_1).split("\r?\n", -1);
    for (int i = 0; i < lines.length; i++) {
      boolean isHttpOnly = lines[i].startsWith(HTTP_ONLY);
      String line = isHttpOnly ? lines[i].substring(HTTP_ONLY.length()) : lines[i];
      if (!line.isBlank() && !line.startsWith("#")) {
        Cookie cookie = cookie(line, isHttpOnly, i + 1, now);
        if (cookie.expiry().isAfter(now)) {
          cookies.add(cookie);
        }
      }
    }
    return new CookieFile(cookies);
  }

  private static Cookie cookie(String line, boolean isHttpOnly, int number, Instant now) {
    String[] fields = line.split("\t", FIELDS);
    if (fields.length < FIELDS - 1 || fields[0].isBlank() || !fields[4].matches("-?\\d{1,18}")) {
      throw new IllegalArgumentException(
          "line "
              + number
              + " is not that of a cookie; it takes domain, TRUE or FALSE, path, TRUE or FALSE, the"
              + " time of its end, name and value, with tabs between");
    }
    String named = fields[0].strip().toLowerCase(Locale.ROOT);
    String domain = named.startsWith(".") ? named.substring(1) : named;
    boolean isForHostsBelow =
        fields[1].equalsIgnoreCase("TRUE") && RegistrableDomain.of(domain).isPresent();
    long end = Long.parseLong(fields[4]);
    Instant latest = now.plus(CookieJar.MAX_AGE);
    boolean isOfSession = end == 0;
    Instant expiry = isOfSession || end > latest.getEpochSecond() ? latest : at(end);
    return new Cookie(
        fields[5],
        fields.length < FIELDS ? "" : fields[6],
        domain,
        isForHostsBelow ? Cookie.HostMatch.DOMAIN : Cookie.HostMatch.HOST_ONLY,
        fields[2].startsWith("/") ? fields[2] : "/",
        fields[3].equalsIgnoreCase("TRUE") ? Cookie.Transport.SECURE_ONLY : Cookie.Transport.ANY,
        isHttpOnly ? Cookie.Access.HTTP_ONLY : Cookie.Access.ANY,
        0,
        isOfSession ? Cookie.Lifetime.SESSION : Cookie.Lifetime.PERSISTENT,
        expiry);
  }

  private static Instant at(long second) {
    return Instant.ofEpochSecond(Math.max(0, second));
  }

  /** Returns the file. It omits cookies with a tab in their name. */
  public byte[] bytes() {
    var text = new StringBuilder("# Netscape HTTP Cookie File\n\n");
    for (Cookie cookie : cookies) {
      if (cookie.name().indexOf('\t') < 0) {
        boolean isForHostsBelow = cookie.scope() == Cookie.HostMatch.DOMAIN;
        text.append(cookie.access() == Cookie.Access.HTTP_ONLY ? HTTP_ONLY : "")
            .append(isForHostsBelow ? "." : "")
            .append(cookie.domain())
            .append('\t')
            .append(isForHostsBelow ? "TRUE" : "FALSE")
            .append('\t')
            .append(cookie.path())
            .append('\t')
            .append(cookie.transport() == Cookie.Transport.SECURE_ONLY ? "TRUE" : "FALSE")
            .append('\t')
            .append(
                cookie.lifetime() == Cookie.Lifetime.SESSION ? 0 : cookie.expiry().getEpochSecond())
            .append('\t')
            .append(cookie.name())
            .append('\t')
            .append(cookie.value())
            .append('\n');
      }
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The number of cookies. */
  public int size() {
    return cookies.size();
  }

  List<Cookie> cookies() {
    return cookies;
  }
}

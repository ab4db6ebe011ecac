package dev.arachne.cookies;

import dev.arachne.protocol.Headers;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.RegistrableDomain;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The cookies of a crawl (RFC 6265bis). A crawler has no pages open, so every request counts as
 * initiated by its user, and SameSite and HttpOnly have no effect. Thread-safe: one jar may serve
 * the clients of several loops.
 *
 * <p>A thread that finds the jar in use spins until it is free, which takes microseconds. A monitor
 * would suspend the coroutine, and other coroutines of its loop would run in the middle of its
 * step.
 */
public final class CookieJar {

  /** Most bytes of name and value together (RFC 6265bis 5.6). */
  private static final int MAX_PAIR = 4096;

  private static final int MAX_ATTRIBUTE = 1024;

  /** Most Set-Cookie fields of one answer that are read; further ones are ignored. */
  private static final int MAX_PER_ANSWER = 50;

  /** Most bytes of all cookies together. */
  private static final long MAX_BYTES = 16L << 20;

  static final Duration MAX_AGE = Duration.ofDays(400);

  private final AtomicBoolean inUse = new AtomicBoolean();
  private final KeptCookies cookies;

  /** Whether the jar never had a cookie, so that most requests skip the search. */
  private volatile boolean isUnused = true;

  private long created;

  /** An empty jar; it keeps cookies of up to 16 MiB in memory. */
  public CookieJar() {
    this(MAX_BYTES);
  }

  /** An empty jar with another bound, in bytes of memory. */
  CookieJar(long mostBytes) {
    cookies = new KeptCookies(mostBytes);
  }

  /** Stores the cookies in the Set-Cookie fields of an answer that may be set for its URL. */
  public void store(CrawlUrl url, Headers headers, Instant now) {
    List<String> fields = setCookies(headers);
    if (!fields.isEmpty()) {
      store(url, fields, now);
    }
  }

  /**
   * Returns the values of the Set-Cookie fields of an answer, as many as are read; most answers
   * have none.
   */
  public static List<String> setCookies(Headers headers) {
    int next = headers.find("Set-Cookie", 0);
    if (next < 0) {
      return List.of();
    }
    var fields = new ArrayList<String>();
    for (;
        next >= 0 && fields.size() < MAX_PER_ANSWER;
        next = headers.find("Set-Cookie", next + 1)) {
      fields.add(headers.latin1Value(next));
    }
    return fields;
  }

  /**
   * Stores the cookies in the values of Set-Cookie fields that may be set for the URL of their
   * answer.
   *
   * @return the changes to keep, in order, for {@link #restore}; they include removals since the
   *     last call
   */
  public List<CookieChange> store(CrawlUrl url, List<String> setCookies, Instant now) {
    return alone(() -> storeAll(url, setCookies, now));
  }

  /** Restores a cookie from a kept change. */
  public void restore(CookieChange kept, Instant now) {
    Cookie cookie = kept.cookie();
    if (cookie != null) {
      alone(() -> {
        created = Math.max(created, cookie.created() + 1);
        putAny(cookie, now);
        return true;
      });
    }
  }

  /**
   * Adds the cookies of a file, as {@link CookieFile} has read them.
   *
   * @return the changes to keep
   */
  public List<CookieChange> load(CookieFile file, Instant now) {
    return alone(() -> {
      var changes = new ArrayList<CookieChange>();
      for (Cookie cookie : file.cookies()) {
        Cookie numbered = cookie.as(created++);
        putAny(numbered, now);
        note(numbered, changes, now);
      }
      return List.copyOf(changes);
    });
  }

  /** Returns all cookies that have not expired, for a file. */
  public CookieFile file(Instant now) {
    return alone(() -> new CookieFile(cookies.all(now)));
  }

  /**
   * Returns the value of the Cookie field for a request, or empty for no field (RFC 6265bis 5.8.3).
   */
  public Optional<String> cookieFor(CrawlUrl url, Instant now) {
    return isUnused ? Optional.empty() : alone(() -> fitting(url, now));
  }

  /** The memory of the cookies in bytes, roughly. */
  long bytes() {
    return alone(cookies::bytes);
  }

  private <T> T alone(Supplier<T> step) {
    while (!inUse.compareAndSet(false, true)) {
      Thread.onSpinWait();
    }
    try {
      return step.get();
    } finally {
      inUse.set(false);
    }
  }

  private List<CookieChange> storeAll(CrawlUrl url, List<String> setCookies, Instant now) {
    var changes = new ArrayList<CookieChange>();
    for (String field : setCookies) {
      Cookie cookie = read(url, field, now);
      if (cookie != null && put(cookie, url, now)) {
        note(cookie, changes, now);
      }
    }
    return changes;
  }

  /** Notes the changes by a cookie that was added, evictions included. */
  private void note(Cookie cookie, List<CookieChange> changes, Instant now) {
    cookies.takeGone().forEach(gone -> changes.add(CookieChange.gone(gone)));
    changes.add(CookieChange.of(cookie, now));
  }

  private Optional<String> fitting(CrawlUrl url, Instant now) {
    String key = key(url.host());
    List<Cookie> candidates = cookies.of(key, now);
    var fitting = new ArrayList<Cookie>();
    for (Cookie cookie : candidates) {
      if (cookie.isFor(url.host(), url.path())
          && (isHttps(url) || cookie.transport() == Cookie.Transport.ANY)) {
        fitting.add(cookie);
      }
    }
    if (fitting.isEmpty()) {
      return Optional.empty();
    }
    cookies.used(key, fitting);
    fitting.sort(
        Comparator.comparingInt((Cookie cookie) -> -cookie.path().length())
            .thenComparingLong(Cookie::created));
    var pairs = new ArrayList<String>();
    for (Cookie cookie : fitting) {
      pairs.add(cookie.name().isEmpty() ? cookie.value() : cookie.name() + "=" + cookie.value());
    }
    return Optional.of(String.join("; ", pairs));
  }

  private void putAny(Cookie cookie, Instant now) {
    isUnused = false;
    cookies.put(key(cookie.domain()), cookie, now);
  }

  /** Adds a cookie that the answer for a URL sets; returns whether it may be set. */
  private boolean put(Cookie cookie, CrawlUrl url, Instant now) {
    String key = key(url.host());
    boolean overlaysSecure =
        !isHttps(url)
            && cookies.of(key, now).stream()
                .anyMatch(old ->
                    old.transport() == Cookie.Transport.SECURE_ONLY
                        && old.name().equals(cookie.name())
                        && (Cookie.domainMatches(old.domain(), cookie.domain())
                            || Cookie.domainMatches(cookie.domain(), old.domain()))
                        && Cookie.pathMatches(cookie.path(), old.path()));
    if (!overlaysSecure) {
      isUnused = false;
      cookies.put(key, cookie, now);
    }
    return !overlaysSecure;
  }

  /**
   * Reads the cookie of one Set-Cookie field; null if it may not be set (RFC 6265bis 5.6 and 5.7).
   */
  private @Nullable Cookie read(CrawlUrl url, String field, Instant now) {
    if (field.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 0x7F)) {
      return null;
    }
    String[] parts = field.split(";", -1);
    int equals = parts[0].indexOf('=');
    String name = equals < 0 ? "" : parts[0].substring(0, equals).strip();
    String value = parts[0].substring(equals + 1).strip();
    if (name.length() + value.length() > MAX_PAIR || (name.isEmpty() && value.isEmpty())) {
      return null;
    }
    var attributes = Attributes.read(parts);
    String domain = url.host();
    Cookie.HostMatch scope = Cookie.HostMatch.HOST_ONLY;
    if (!attributes.domain.isEmpty() && !attributes.domain.equals(url.host())) {
      if (!Cookie.domainMatches(url.host(), attributes.domain)
          || RegistrableDomain.of(attributes.domain).isEmpty()) {
        return null;
      }
      domain = attributes.domain;
      scope = Cookie.HostMatch.DOMAIN;
    } else if (!attributes.domain.isEmpty() && RegistrableDomain.of(domain).isPresent()) {
      scope = Cookie.HostMatch.DOMAIN;
    }
    boolean mayBeSet =
        (!attributes.secure || isHttps(url)) && prefixHolds(name, value, attributes, scope);
    return mayBeSet
        ? new Cookie(
            name,
            value,
            domain,
            scope,
            attributes.path.isEmpty() ? defaultPath(url.path()) : attributes.path,
            attributes.secure ? Cookie.Transport.SECURE_ONLY : Cookie.Transport.ANY,
            attributes.httpOnly ? Cookie.Access.HTTP_ONLY : Cookie.Access.ANY,
            created++,
            attributes.lifetime(),
            attributes.expiry(now))
        : null;
  }

  /** Whether a cookie keeps the promise of its name's prefix (RFC 6265bis 4.1.3). */
  private static boolean prefixHolds(
      String name, String value, Attributes attributes, Cookie.HostMatch scope) {
    String promise = (name.isEmpty() ? value : name).toLowerCase(Locale.ROOT);
    boolean host = promise.startsWith("__host-");
    if (!host && !promise.startsWith("__secure-")) {
      return true;
    }
    return !name.isEmpty()
        && attributes.secure
        && (!host || (scope == Cookie.HostMatch.HOST_ONLY && attributes.path.equals("/")));
  }

  /** The default path of a cookie (RFC 6265bis 5.1.4). */
  private static String defaultPath(String path) {
    int lastSlash = path.lastIndexOf('/');
    return lastSlash <= 0 ? "/" : path.substring(0, lastSlash);
  }

  private static String key(String host) {
    return RegistrableDomain.of(host).orElse(host);
  }

  private static boolean isHttps(CrawlUrl url) {
    return url.scheme().equals("https");
  }

  /** The attributes of one field: the last one of each name counts. */
  private static final class Attributes {
    String domain = "";
    String path = "";
    boolean secure;
    boolean httpOnly;
    private Optional<Instant> expires = Optional.empty();
    private Optional<Long> maxAge = Optional.empty();

    static Attributes read(String[] parts) {
      var attributes = new Attributes();
      for (int i = 1; i < parts.length; i++) {
        int equals = parts[i].indexOf('=');
        String name = (equals < 0 ? parts[i] : parts[i].substring(0, equals)).strip();
        String value = equals < 0 ? "" : parts[i].substring(equals + 1).strip();
        if (value.length() <= MAX_ATTRIBUTE) {
          attributes.take(name.toLowerCase(Locale.ROOT), value);
        }
      }
      return attributes;
    }

    private void take(String name, String value) {
      switch (name) {
        case "domain" ->
            domain = (value.startsWith(".") ? value.substring(1) : value).toLowerCase(Locale.ROOT);
        case "path" -> path = value.startsWith("/") ? value : "";
        case "secure" -> secure = true;
        case "httponly" -> httpOnly = true;
        case "expires" -> expires = CookieDate.parse(value).or(() -> expires);
        case "max-age" -> {
          if (value.matches("-?\\d+")) {
            maxAge = Optional.of(value.length() > 12 ? longAge(value) : Long.parseLong(value));
          }
        }
        default -> {}
      }
    }

    private static long longAge(String value) {
      return value.startsWith("-") ? -1 : MAX_AGE.toSeconds();
    }

    Cookie.Lifetime lifetime() {
      return maxAge.isPresent() || expires.isPresent()
          ? Cookie.Lifetime.PERSISTENT
          : Cookie.Lifetime.SESSION;
    }

    /** Max-Age overrides Expires; both are bounded. */
    Instant expiry(Instant now) {
      Instant latest = now.plus(MAX_AGE);
      if (maxAge.isPresent()) {
        long seconds = maxAge.get();
        return seconds <= 0 ? Instant.MIN : now.plusSeconds(Math.min(seconds, MAX_AGE.toSeconds()));
      }
      return expires.filter(at -> at.isBefore(latest)).orElse(latest);
    }
  }
}

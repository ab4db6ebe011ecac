package dev.arachne.cookies;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The cookies of a jar by domain, within a bound for each domain and one for all of them in bytes.
 * Without room for a new cookie these are evicted first (RFC 6265bis 5.7): expired ones, then, in a
 * full domain, those that may be sent in plain text, then the least recently used. Guarded by its
 * jar.
 */
final class KeptCookies {
  /** Most cookies of a domain: RFC 6265bis 6.1 recommends 50 at least; Chrome keeps 180. */
  static final int MAX_PER_DOMAIN = 180;

  /** Bytes of a cookie without its text, with its share of the table, roughly. */
  private static final int COOKIE_BYTES = 250;

  private final long mostBytes;

  /** By registrable domain, or by host without one; the least recently used domain is first. */
  private final Map<String, List<Kept>> byDomain = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Cookies removed since the last call of {@link #takeGone}: at most as many as were ever here at
   * a time.
   */
  private List<Cookie> gone = new ArrayList<>();

  private long bytes;
  private long uses;

  /** No cookies; {@code mostBytes} bounds their memory, roughly. */
  KeptCookies(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Returns the cookies of a domain that have not expired, for reading. */
  List<Cookie> of(String domain, Instant now) {
    List<Kept> kept = byDomain.get(domain);
    if (kept == null) {
      return List.of();
    }
    dropExpired(kept, now);
    return kept.stream().map(each -> each.cookie).toList();
  }

  /** Returns all cookies that have not expired, in the order in which they were set. */
  List<Cookie> all(Instant now) {
    return byDomain.values().stream()
        .flatMap(List::stream)
        .map(each -> each.cookie)
        .filter(cookie -> cookie.expiry().isAfter(now))
        .sorted(Comparator.comparingLong(Cookie::created))
        .toList();
  }

  /** Returns the cookies removed since the last call, for any reason. */
  List<Cookie> takeGone() {
    List<Cookie> taken = gone;
    gone = new ArrayList<>();
    return taken;
  }

  /** Notes that these cookies of a domain are sent. */
  void used(String domain, List<Cookie> sent) {
    long use = ++uses;
    for (Kept kept : byDomain.getOrDefault(domain, List.of())) {
      if (sent.contains(kept.cookie)) {
        kept.lastUse = use;
      }
    }
  }

  /** Replaces a cookie by one with the same identity; an expired one only removes it. */
  void put(String domain, Cookie cookie, Instant now) {
    List<Kept> kept = byDomain.computeIfAbsent(domain, _ -> new ArrayList<>());
    remove(kept, old -> old.cookie.isSameAs(cookie));
    if (cookie.expiry().isAfter(now)) {
      if (kept.size() >= MAX_PER_DOMAIN) {
        dropExpired(kept, now);
      }
      if (kept.size() >= MAX_PER_DOMAIN) {
        Comparator<Kept> firstToGo =
            Comparator.comparing((Kept it) -> it.cookie.transport() == Cookie.Transport.SECURE_ONLY)
                .thenComparingLong(it -> it.lastUse);
        Kept victim = kept.stream().min(firstToGo).orElseThrow();
        remove(kept, old -> old == victim);
      }
      kept.add(new Kept(cookie, ++uses));
      bytes += bytes(cookie);
    }
    if (kept.isEmpty()) {
      byDomain.remove(domain);
    }
    if (bytes > mostBytes) {
      makeRoom(now);
    }
  }

  /** The memory of the cookies in bytes, roughly. */
  long bytes() {
    return bytes;
  }

  /** Frees an eighth of the room at once, so that the scan of all domains is rare. */
  private void makeRoom(Instant now) {
    byDomain.values().forEach(kept -> dropExpired(kept, now));
    byDomain.values().removeIf(List::isEmpty);
    var eldest = byDomain.values().iterator();
    while (bytes > mostBytes / 8 * 7 && eldest.hasNext()) {
      remove(eldest.next(), _ -> true);
      eldest.remove();
    }
  }

  private void dropExpired(List<Kept> kept, Instant now) {
    remove(kept, each -> !each.cookie.expiry().isAfter(now));
  }

  private void remove(List<Kept> kept, Predicate<Kept> which) {
    kept.removeIf(each -> {
      boolean goes = which.test(each);
      if (goes) {
        bytes -= bytes(each.cookie);
        gone.add(each.cookie);
      }
      return goes;
    });
  }

  private static long bytes(Cookie cookie) {
    return (long) COOKIE_BYTES
        + cookie.name().length()
        + cookie.value().length()
        + cookie.domain().length()
        + cookie.path().length();
  }

  /** A cookie with the time of its last use, set or sent, counted in uses of the jar. */
  private static final class Kept {
    private final Cookie cookie;
    private long lastUse;

    Kept(Cookie cookie, long lastUse) {
      this.cookie = cookie;
      this.lastUse = lastUse;
    }
  }
}

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
 * Where there is no room for another, these go first (RFC 6265bis 5.7): expired ones, then of a
 * full domain those that may travel in plain text, then the least recently used. Guarded by its
 * jar.
 */
final class KeptCookies {
  /** RFC 6265bis 6.1 asks for 50; Chrome keeps 180. */
  static final int MAX_PER_DOMAIN = 180;

  /** Bytes that a cookie and its domain's share of the table take beside their text, roughly. */
  private static final int COOKIE_BYTES = 250;

  private final long mostBytes;

  /** By registrable domain, or by host where it has none; the least recently used domain first. */
  private final Map<String, List<Kept>> byDomain = new LinkedHashMap<>(16, 0.75f, true);

  /** Those that went since they were last taken: fewer than were ever here at a time. */
  private List<Cookie> gone = new ArrayList<>();

  private long bytes;
  private long uses;

  /** No cookies; {@code mostBytes} bounds the memory that they take, roughly. */
  KeptCookies(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** The cookies of a domain that have not expired, for reading. */
  List<Cookie> of(String domain, Instant now) {
    List<Kept> kept = byDomain.get(domain);
    if (kept == null) {
      return List.of();
    }
    dropExpired(kept, now);
    return kept.stream().map(each -> each.cookie).toList();
  }

  /** All that have not expired, by the time they were set. */
  List<Cookie> all(Instant now) {
    return byDomain.values().stream()
        .flatMap(List::stream)
        .map(each -> each.cookie)
        .filter(cookie -> cookie.expiry().isAfter(now))
        .sorted(Comparator.comparingLong(Cookie::created))
        .toList();
  }

  /** Those that went since this was last asked, whatever for. */
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

  /** Puts a cookie in the place of its like; an expired one only takes that away. */
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

  /** Memory that the cookies take, roughly. */
  long bytes() {
    return bytes;
  }

  /** Frees an eighth of the room at once, so that the walk over all domains is rare. */
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

  /** A cookie, and when it was set or sent last, counted in uses of the jar. */
  private static final class Kept {
    private final Cookie cookie;
    private long lastUse;

    Kept(Cookie cookie, long lastUse) {
      this.cookie = cookie;
      this.lastUse = lastUse;
    }
  }
}

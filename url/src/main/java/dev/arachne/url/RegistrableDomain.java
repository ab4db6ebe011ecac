package dev.arachne.url;

import java.util.Locale;
import java.util.Optional;

/**
 * The part of a host that one owner registers: its public suffix and one label more, {@code
 * example.co.uk} of {@code www.example.co.uk}. Follows publicsuffix.org with the private rules, so
 * that {@code alice.github.io} and {@code bob.github.io} are two. Thread-safe; the list is read
 * when the first host is asked for.
 */
public final class RegistrableDomain {
  private RegistrableDomain() {}

  /**
   * The registrable domain of a host as {@link CrawlUrl#host()} gives it, in lower case and without
   * the dot that may end it; empty for an address, and for a host that is itself a public suffix.
   */
  public static Optional<String> of(String host) {
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    if (name.isEmpty() || name.startsWith(".") || name.contains("..") || Surt.isAddress(name)) {
      return Optional.empty();
    }
    return Optional.ofNullable(Rules.LIST.registrableDomain(name.toLowerCase(Locale.ROOT)));
  }

  /** Loads the list with itself. */
  private static final class Rules {
    static final PublicSuffixes LIST = PublicSuffixes.read();
  }
}

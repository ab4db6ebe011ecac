package dev.arachne.url;

import java.util.Locale;
import java.util.Optional;

/**
 * The part of a host that one owner registers: its public suffix and one label more, {@code
 * example.co.uk} of {@code www.example.co.uk}. Follows publicsuffix.org with the private rules, so
 * that {@code alice.github.io} and {@code bob.github.io} are two. Thread-safe; the list is read at
 * the first call.
 */
public final class RegistrableDomain {
  private RegistrableDomain() {}

  /**
   * The registrable domain of a host of {@link CrawlUrl#host()}, in lower case and without a dot at
   * its end. It is empty for an address, and for a host that is itself a public suffix.
   */
  public static Optional<String> of(String host) {
    String dotless = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    String name = dotless.toLowerCase(Locale.ROOT);
    if (name.isEmpty() || name.startsWith(".") || name.contains("..") || Surt.isAddress(name)) {
      return Optional.empty();
    }
    String unicode = name.contains("xn--") ? Idna.toUnicode(name) : name;
    int start = Rules.LIST.registrableStart(unicode);
    return start < 0 ? Optional.empty() : Optional.of(lastLabels(name, labels(unicode, start)));
  }

  private static long labels(String name, int from) {
    return 1 + name.substring(from).chars().filter(c -> c == '.').count();
  }

  private static String lastLabels(String name, long count) {
    int start = name.length() + 1;
    for (long i = 0; i < count; i++) {
      start = name.lastIndexOf('.', start - 2) + 1;
    }
    return name.substring(start);
  }

  /** Loads the list with itself. */
  private static final class Rules {
    static final PublicSuffixes LIST = PublicSuffixes.read();
  }
}

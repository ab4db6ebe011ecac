package dev.arachne.url;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the public suffix list and the algorithm that publicsuffix.org gives for them. Names
 * are matched in lower case, international ones in either spelling. Immutable once read.
 */
final class PublicSuffixes {
  /** The list as the build takes it out of the data package. */
  static final String LIST = "/org/publicsuffix/list/effective_tld_names.dat";

  private final Set<String> suffixes = new HashSet<>(1 << 15);

  /** Names under which every label is a suffix: {@code ck} for the rule {@code *.ck}. */
  private final Set<String> wildcards = new HashSet<>();

  /** Names that a wildcard does not hold for: {@code www.ck} for the rule {@code !www.ck}. */
  private final Set<String> exceptions = new HashSet<>();

  /** Reads the list that comes with this module: some ten milliseconds. */
  static PublicSuffixes read() {
    try (InputStream list = PublicSuffixes.class.getResourceAsStream(LIST)) {
      if (list == null) {
        throw new IllegalStateException("the public suffix list is not on the class path: " + LIST);
      }
      var rules = new PublicSuffixes();
      new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8))
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("//"))
          .forEach(rules::add);
      return rules;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(String rule) {
    if (rule.startsWith("*.")) {
      addSpellings(wildcards, rule.substring(2));
    } else if (rule.startsWith("!")) {
      addSpellings(exceptions, rule.substring(1));
    } else {
      addSpellings(suffixes, rule);
    }
  }

  private static void addSpellings(Set<String> names, String name) {
    names.add(name);
    if (name.chars().anyMatch(c -> c >= 0x80)) {
      names.add(IDN.toASCII(name, IDN.ALLOW_UNASSIGNED));
    }
  }

  /** The public suffix of a name and one label more; null where the name is itself a suffix. */
  @Nullable String registrableDomain(String name) {
    int before = -1;
    int start = 0;
    while (true) {
      int dot = name.indexOf('.', start);
      if (exceptions.contains(name.substring(start))) {
        return name.substring(start);
      }
      if (dot < 0
          || suffixes.contains(name.substring(start))
          || wildcards.contains(name.substring(dot + 1))) {
        return before < 0 ? null : name.substring(before);
      }
      before = start;
      start = dot + 1;
    }
  }
}

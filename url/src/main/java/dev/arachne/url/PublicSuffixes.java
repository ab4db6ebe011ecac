package dev.arachne.url;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * The rules of the public suffix list and the algorithm of publicsuffix.org for them. Names are
 * matched in the spelling of the list: lower case, in Unicode. Immutable once read.
 */
final class PublicSuffixes {
  /** The list as the build takes it out of the data package. */
  static final String LIST = "/org/publicsuffix/list/effective_tld_names.dat";

  private final Set<String> suffixes = new HashSet<>(1 << 15);

  /** Names under which every label is a suffix: {@code ck} for the rule {@code *.ck}. */
  private final Set<String> wildcards = new HashSet<>();

  /** Names that are exceptions to a wildcard: {@code www.ck} for the rule {@code !www.ck}. */
  private final Set<String> exceptions = new HashSet<>();

  /** Reads the list that comes with this module: some 16 ms in a JVM that has just begun. */
  static PublicSuffixes read() {
    try (InputStream list = PublicSuffixes.class.getResourceAsStream(LIST)) {
      if (list == null) {
        throw new IllegalStateException("the public suffix list is not on the class path: " + LIST);
      }
      var rules = new PublicSuffixes();
      var lines = new BufferedReader(new InputStreamReader(list, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank() && !line.startsWith("//")) {
          rules.add(line.strip());
        }
      }
      return rules;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(String rule) {
    if (rule.startsWith("*.")) {
      wildcards.add(rule.substring(2));
    } else if (rule.startsWith("!")) {
      exceptions.add(rule.substring(1));
    } else {
      suffixes.add(rule);
    }
  }

  /** The start of a name's registrable domain, or -1 if the name is a public suffix itself. */
  int registrableStart(String name) {
    int before = -1;
    int start = 0;
    while (true) {
      String rest = name.substring(start);
      int dot = name.indexOf('.', start);
      if (exceptions.contains(rest)) {
        return start;
      }
      if (dot < 0 || suffixes.contains(rest) || wildcards.contains(name.substring(dot + 1))) {
        return before;
      }
      before = start;
      start = dot + 1;
    }
  }
}

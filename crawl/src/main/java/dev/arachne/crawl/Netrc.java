package dev.arachne.crawl;

import dev.arachne.http.Proxy.Credentials;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Users and passwords by host, from a {@code .netrc} file as ftp and curl read it: {@code machine
 * HOST login USER password PASSWORD}, over any number of lines; {@code default} replaces {@code
 * machine HOST} for hosts that are not named. Immutable; omitted from {@link #toString()}.
 */
final class Netrc {
  /** The most bytes of such a file. */
  static final int MAX_BYTES = 1 << 20;

  static final Netrc NONE = new Netrc(Map.of(), Optional.empty());

  private static final Set<String> WORDS =
      Set.of("machine", "default", "login", "password", "account", "macdef");

  private final Map<String, Credentials> byHost;
  private final Optional<Credentials> others;

  private Netrc(Map<String, Credentials> byHost, Optional<Credentials> others) {
    this.byHost = Map.copyOf(byHost);
    this.others = others;
  }

  /**
   * Parses a file. The first of several entries for a host counts.
   *
   * @throws IllegalArgumentException if the text is malformed; the message gives the word's number,
   *     not the word
   */
  static Netrc parse(String text) {
    Map<String, Credentials> byHost = new HashMap<>();
    Optional<Credentials> others = Optional.empty();
    List<String> words = words(text);
    int at = 0;
    while (at < words.size()) {
      boolean isDefault = words.get(at).equals("default");
      if (!isDefault && !words.get(at).equals("machine")) {
        throw new IllegalArgumentException(
            "word " + (at + 1) + " is not machine or default, as that of an entry is");
      }
      String host = isDefault ? "" : word(words, ++at).toLowerCase(Locale.ROOT);
      String user = "";
      String password = "";
      at++;
      while (at < words.size() && WORDS.contains(words.get(at)) && !begins(words.get(at))) {
        String name = words.get(at++);
        String value = word(words, at++);
        user = name.equals("login") ? value : user;
        password = name.equals("password") ? value : password;
      }
      var credentials = new Credentials(user, password);
      if (isDefault) {
        others = others.or(() -> Optional.of(credentials));
      } else {
        byHost.putIfAbsent(host, credentials);
      }
    }
    return new Netrc(byHost, others);
  }

  /** The credentials of a named host. */
  Optional<Credentials> of(String host) {
    return Optional.ofNullable(byHost.get(host));
  }

  /** The credentials of all other hosts. */
  Optional<Credentials> others() {
    return others;
  }

  private static boolean begins(String word) {
    return word.equals("machine") || word.equals("default");
  }

  private static String word(List<String> words, int at) {
    if (at >= words.size()) {
      throw new IllegalArgumentException("it ends in the middle of an entry");
    }
    return words.get(at);
  }

  /** The words of all lines, without comments and macros; a macro ends with an empty line. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    boolean isMacro = false;
    for (String line : text.split("\r?\n", -1)) {
      isMacro &= !line.isBlank();
      if (!isMacro) {
        isMacro = addWords(line, words);
      }
    }
    return words;
  }

  /** Adds the words of a line; returns whether a macro begins there. */
  private static boolean addWords(String line, List<String> words) {
    int at = 0;
    while (at < line.length()) {
      char c = line.charAt(at);
      if (c == '#' && (words.isEmpty() || !isNamed(words.getLast()))) {
        return false;
      }
      if (Character.isWhitespace(c)) {
        at++;
        continue;
      }
      var word = new StringBuilder();
      boolean isQuoted = c == '"';
      at += isQuoted ? 1 : 0;
      while (at < line.length()
          && (isQuoted ? line.charAt(at) != '"' : !Character.isWhitespace(line.charAt(at)))) {
        if (isQuoted && line.charAt(at) == '\\' && at + 1 < line.length()) {
          at++;
        }
        word.append(line.charAt(at++));
      }
      at += isQuoted ? 1 : 0;
      if (!isQuoted && word.toString().equals("macdef")) {
        return true;
      }
      words.add(word.toString());
    }
    return false;
  }

  /** Whether the next word is a value, which may begin like a comment. */
  private static boolean isNamed(String word) {
    return word.equals("login") || word.equals("password") || word.equals("account");
  }

  @Override
  public String toString() {
    return "users of " + byHost.size() + " hosts";
  }
}

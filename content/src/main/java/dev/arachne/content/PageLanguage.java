package dev.arachne.content;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Recognises the language of a text: by its script where only one language is usual in that; else
 * by letters that one language alone has, and by the words that are most frequent in each.
 * Thread-safe.
 */
final class PageLanguage {
  /** Characters that are looked at. */
  private static final int LIMIT = 20_000;

  /** Letters without which nothing is said. */
  private static final int LEAST_LETTERS = 20;

  /** Words that must be known. */
  private static final int LEAST_WORDS = 3;

  /** The share of the words that must be known. */
  private static final double LEAST_SHARE = 0.08;

  private static final Map<UnicodeScript, String> BY_SCRIPT =
      Map.ofEntries(
          Map.entry(UnicodeScript.HANGUL, "ko"),
          Map.entry(UnicodeScript.THAI, "th"),
          Map.entry(UnicodeScript.GREEK, "el"),
          Map.entry(UnicodeScript.HEBREW, "he"),
          Map.entry(UnicodeScript.ARMENIAN, "hy"),
          Map.entry(UnicodeScript.GEORGIAN, "ka"),
          Map.entry(UnicodeScript.BENGALI, "bn"),
          Map.entry(UnicodeScript.TAMIL, "ta"),
          Map.entry(UnicodeScript.TELUGU, "te"),
          Map.entry(UnicodeScript.KANNADA, "kn"),
          Map.entry(UnicodeScript.MALAYALAM, "ml"),
          Map.entry(UnicodeScript.GUJARATI, "gu"),
          Map.entry(UnicodeScript.GURMUKHI, "pa"),
          Map.entry(UnicodeScript.SINHALA, "si"),
          Map.entry(UnicodeScript.KHMER, "km"),
          Map.entry(UnicodeScript.LAO, "lo"),
          Map.entry(UnicodeScript.MYANMAR, "my"),
          Map.entry(UnicodeScript.ETHIOPIC, "am"),
          Map.entry(UnicodeScript.TIBETAN, "bo"));

  private static final class Holder {
    /** The languages that have a word among their most frequent ones. */
    static final Map<String, List<String>> WORDS = read();
  }

  private PageLanguage() {}

  /** The language of a text as a subtag (ISO 639-1), empty if it is not recognised. */
  static String of(String text) {
    String start = text.length() > LIMIT ? text.substring(0, LIMIT) : text;
    Map<UnicodeScript, Integer> scripts = new EnumMap<>(UnicodeScript.class);
    start
        .codePoints()
        .filter(Character::isLetter)
        .forEach(c -> scripts.merge(UnicodeScript.of(c), 1, Integer::sum));
    int letters = scripts.values().stream().mapToInt(Integer::intValue).sum();
    int kana =
        scripts.getOrDefault(UnicodeScript.HIRAGANA, 0)
            + scripts.getOrDefault(UnicodeScript.KATAKANA, 0);
    int han = scripts.getOrDefault(UnicodeScript.HAN, 0);
    if (kana > letters / 10 && kana + han > letters / 3) {
      return "ja";
    }
    if (han > letters / 3 && han >= 4) {
      return "zh";
    }
    UnicodeScript script =
        scripts.entrySet().stream()
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(UnicodeScript.COMMON);
    if (letters < LEAST_LETTERS || scripts.getOrDefault(script, 0) < letters / 2) {
      return "";
    }
    return BY_SCRIPT.getOrDefault(script, byWords(start.toLowerCase(Locale.ROOT)));
  }

  private static String byWords(String text) {
    Map<String, Double> votes = new HashMap<>();
    Map<String, Integer> known = new HashMap<>();
    int words = 0;
    int from = 0;
    while (from < text.length()) {
      int to = from;
      while (to < text.length() && isOfWord(text.charAt(to))) {
        to++;
      }
      if (to > from) {
        words++;
        List<String> languages = Holder.WORDS.getOrDefault(text.substring(from, to), List.of());
        for (String language : languages) {
          votes.merge(language, 1.0 / languages.size(), Double::sum);
          known.merge(language, 1, Integer::sum);
        }
      }
      from = to + 1;
    }
    String best = "";
    double most = 0;
    for (Map.Entry<String, Double> vote : votes.entrySet()) {
      double its = vote.getValue() + known.getOrDefault(vote.getKey(), 0);
      if (its > most) {
        most = its;
        best = vote.getKey();
      }
    }
    int hits = known.getOrDefault(best, 0);
    return hits >= LEAST_WORDS && hits >= words * LEAST_SHARE ? best : "";
  }

  private static boolean isOfWord(char c) {
    return Character.isLetter(c)
        || Character.getType(c) == Character.NON_SPACING_MARK
        || Character.getType(c) == Character.COMBINING_SPACING_MARK;
  }

  private static Map<String, List<String>> read() {
    Map<String, List<String>> languages = new HashMap<>();
    try (InputStream table =
            Objects.requireNonNull(PageLanguage.class.getResourceAsStream("words.txt"));
        var lines = new BufferedReader(new InputStreamReader(table, UTF_8))) {
      lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> {
            List<String> fields = List.of(line.split(" ", -1));
            for (String word : fields.subList(1, fields.size())) {
              languages.computeIfAbsent(word, key -> new ArrayList<>(2)).add(fields.getFirst());
            }
          });
      return languages;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

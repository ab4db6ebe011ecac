package dev.arachne.content;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Recognises the language of a text by its script if only one language commonly uses it. Other
 * languages are recognised by letters that only one has, and by the most frequent words of each.
 * Thread-safe.
 */
final class PageLanguage {
  /** Characters that are read. */
  private static final int LIMIT = 20_000;

  /** The least number of letters for a result. */
  private static final int LEAST_LETTERS = 20;

  /** The least number of words that must be known. */
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

  private static final UnicodeScript[] SCRIPTS = UnicodeScript.values();

  private static final class Holder {
    static final List<String> LANGUAGES;

    /** The languages that have a word among their most frequent ones, by their place. */
    static final Map<String, int[]> WORDS = new HashMap<>();

    /** Characters of the longest of these words. */
    static final int LONGEST;

    static {
      List<List<String>> lines = read();
      LANGUAGES = lines.stream().map(List::getFirst).distinct().toList();
      int longest = 0;
      for (List<String> line : lines) {
        int language = LANGUAGES.indexOf(line.getFirst());
        for (String word : line.subList(1, line.size())) {
          WORDS.merge(word, new int[] {language}, Holder::joined);
          longest = Math.max(longest, word.length());
        }
      }
      LONGEST = longest;
    }

    private static int[] joined(int[] some, int[] others) {
      int[] all = Arrays.copyOf(some, some.length + others.length);
      System.arraycopy(others, 0, all, some.length, others.length);
      return all;
    }
  }

  private PageLanguage() {}

  /** The language of a text as a subtag (ISO 639-1), empty if it is not recognised. */
  static String of(String text) {
    String start = text.length() > LIMIT ? text.substring(0, LIMIT) : text;
    int[] scripts = letters(start);
    int letters = 0;
    int most = 0;
    for (int i = 0; i < scripts.length; i++) {
      letters += scripts[i];
      most = scripts[i] > scripts[most] ? i : most;
    }
    int kana =
        scripts[UnicodeScript.HIRAGANA.ordinal()] + scripts[UnicodeScript.KATAKANA.ordinal()];
    int han = scripts[UnicodeScript.HAN.ordinal()];
    if (kana > letters / 10 && kana + han > letters / 3) {
      return "ja";
    }
    if (han > letters / 3 && han >= 4) {
      return "zh";
    }
    if (letters < LEAST_LETTERS || scripts[most] < letters / 2) {
      return "";
    }
    String only = BY_SCRIPT.get(SCRIPTS[most]);
    return only == null ? byWords(start.toLowerCase(Locale.ROOT)) : only;
  }

  /** The number of letters of each script in a text, by the script's ordinal. */
  private static int[] letters(String text) {
    int[] scripts = new int[SCRIPTS.length];
    int latin = 0;
    int i = 0;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      if (c < 0x80) {
        latin += (c | 0x20) >= 'a' && (c | 0x20) <= 'z' ? 1 : 0;
      } else if (Character.isLetter(c)) {
        scripts[UnicodeScript.of(c).ordinal()]++;
      }
    }
    scripts[UnicodeScript.LATIN.ordinal()] += latin;
    return scripts;
  }

  private static String byWords(String text) {
    double[] votes = new double[Holder.LANGUAGES.size()];
    int[] known = new int[votes.length];
    int words = 0;
    int from = 0;
    while (from < text.length()) {
      int to = from;
      while (to < text.length() && isOfWord(text.charAt(to))) {
        to++;
      }
      if (to > from) {
        words++;
        int[] languages =
            to - from > Holder.LONGEST ? null : Holder.WORDS.get(text.substring(from, to));
        if (languages != null) {
          for (int language : languages) {
            votes[language] += 1.0 / languages.length;
            known[language]++;
          }
        }
      }
      from = to + 1;
    }
    int best = 0;
    for (int i = 1; i < votes.length; i++) {
      best = votes[i] + known[i] > votes[best] + known[best] ? i : best;
    }
    int hits = known[best];
    return hits >= LEAST_WORDS && hits >= words * LEAST_SHARE ? Holder.LANGUAGES.get(best) : "";
  }

  private static boolean isOfWord(char c) {
    if (c < 0x80) {
      return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    }
    return Character.isLetter(c)
        || Character.getType(c) == Character.NON_SPACING_MARK
        || Character.getType(c) == Character.COMBINING_SPACING_MARK;
  }

  /** A language a line: its subtag, and its words. */
  private static List<List<String>> read() {
    try (InputStream table =
            Objects.requireNonNull(PageLanguage.class.getResourceAsStream("words.txt"));
        var lines = new BufferedReader(new InputStreamReader(table, UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> List.of(line.split(" ", -1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

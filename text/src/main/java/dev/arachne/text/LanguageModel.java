package dev.arachne.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The costs of the bytes beyond ASCII in one language and one single-byte encoding: the
 * improbability of each, in hundredths of the natural logarithm. Immutable.
 */
final class LanguageModel {
  /** The kind of a byte from 0x80 on. */
  enum Kind {
    SMALL,
    CAPITAL,
    /** A letter of a script without capitals, or a mark on one. */
    CASELESS,
    /** A quotation mark, a dash or a similar sign. */
    PUNCTUATION,
    /** A sign of prices and measures, which English pages have without letters beyond ASCII. */
    COMMON_SIGN,
    /** Any other character. */
    SIGN,
    /** A control character, or not a character. */
    NOTHING
  }

  static final int HIGH_HALF = 128;

  private static final String TABLE = "languages.txt";
  private static final String PUNCTUATION =
      "\u00A7\u00A9\u00AB\u00AE\u00B0\u00B7\u00BB\u2013\u2014\u2018\u2019\u201A\u201C\u201D\u201E\u2022\u2026\u2116\u2122";

  private static final String COMMON_SIGNS =
      "\u00A2\u00A3\u00A5\u00B1\u00B2\u00B3\u00B5\u00BC\u00BD\u00D7\u20AC";

  private static final char NO_BREAK = '\u00A0';
  private static final int COST_OF_NO_BREAK = 100;
  private static final int COST_OF_PUNCTUATION = 400;
  private static final int COST_OF_COMMON_SIGN = 550;
  private static final int COST_OF_SIGN = 900;
  private static final int COST_OF_NOTHING = 2500;

  /** Of a letter that the language does not have. */
  private static final int COST_OF_STRANGE_LETTER = 1000;

  private static final int COST_OF_CAPITAL = 200;

  /** Of an encoding, for each more usual one. */
  private static final int COST_OF_RARITY = 100;

  private static final double PER_MILLE = 1000;

  private final Encoding encoding;
  private final boolean isLatin;
  private final int prior;
  private final Kind[] kinds = new Kind[HIGH_HALF];
  private final int[] costs = new int[HIGH_HALF];

  /**
   * A model.
   *
   * @param prior the cost of the encoding itself, for its rarity
   * @param letters each with its number of thousandths behind it
   */
  private LanguageModel(Encoding encoding, int prior, String letters) {
    this.encoding = encoding;
    this.prior = prior;
    this.isLatin = letters.chars().anyMatch(c -> UnicodeScript.of(c) == UnicodeScript.LATIN);
    String characters = encoding.highHalf();
    for (int i = 0; i < HIGH_HALF; i++) {
      char character = characters.charAt(i);
      kinds[i] = kind(character);
      costs[i] =
          switch (kinds[i]) {
            case SMALL, CASELESS -> costOfLetter(character, letters);
            case CAPITAL ->
                COST_OF_CAPITAL + costOfLetter(Character.toLowerCase(character), letters);
            case PUNCTUATION -> character == NO_BREAK ? COST_OF_NO_BREAK : COST_OF_PUNCTUATION;
            case COMMON_SIGN -> COST_OF_COMMON_SIGN;
            case SIGN -> COST_OF_SIGN;
            case NOTHING -> COST_OF_NOTHING;
          };
    }
  }

  /** The models of all languages in all their encodings. */
  static List<LanguageModel> all() {
    return Holder.ALL;
  }

  Encoding encoding() {
    return encoding;
  }

  /** Whether the language is written in Latin letters, most of which are ASCII. */
  boolean isLatin() {
    return isLatin;
  }

  /** The cost of the encoding itself. */
  int prior() {
    return prior;
  }

  /** The kind of the byte {@code 0x80 + i}. */
  Kind kind(int i) {
    return kinds[i];
  }

  /** The cost of the byte {@code 0x80 + i}. */
  int cost(int i) {
    return costs[i];
  }

  private static Kind kind(char character) {
    if (character == NO_BREAK || PUNCTUATION.indexOf(character) >= 0) {
      return Kind.PUNCTUATION;
    }
    if (COMMON_SIGNS.indexOf(character) >= 0) {
      return Kind.COMMON_SIGN;
    }
    return switch (Character.getType(character)) {
      case Character.LOWERCASE_LETTER -> Kind.SMALL;
      case Character.UPPERCASE_LETTER -> Kind.CAPITAL;
      case Character.OTHER_LETTER, Character.MODIFIER_LETTER, Character.NON_SPACING_MARK ->
          Kind.CASELESS;
      case Character.CONTROL, Character.UNASSIGNED, Character.PRIVATE_USE -> Kind.NOTHING;
      default -> character == TextDecoder.REPLACEMENT ? Kind.NOTHING : Kind.SIGN;
    };
  }

  private static int costOfLetter(char letter, String letters) {
    int at = letters.indexOf(letter);
    if (at < 0) {
      return COST_OF_STRANGE_LETTER;
    }
    int to = at + 1;
    while (to < letters.length() && letters.charAt(to) <= '9') {
      to++;
    }
    return (int) (-100 * Math.log(Integer.parseInt(letters.substring(at + 1, to)) / PER_MILLE));
  }

  private static final class Holder {
    static final List<LanguageModel> ALL = read();

    private static List<LanguageModel> read() {
      try (InputStream table =
              Objects.requireNonNull(LanguageModel.class.getResourceAsStream(TABLE));
          var lines = new BufferedReader(new InputStreamReader(table, UTF_8))) {
        List<LanguageModel> models = new ArrayList<>();
        lines.lines().filter(line -> !line.startsWith("#")).forEach(line -> add(line, models));
        return List.copyOf(models);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void add(String line, List<LanguageModel> models) {
      List<String> fields = Arrays.asList(line.split(" ", -1));
      String letters = fields.getLast();
      for (int i = 1; i < fields.size() - 1; i++) {
        Encoding encoding = Encoding.forLabel(fields.get(i)).orElseThrow();
        int prior = encoding == Encoding.WINDOWS_1252 ? 0 : i * COST_OF_RARITY;
        models.add(new LanguageModel(encoding, prior, letters));
      }
    }
  }
}

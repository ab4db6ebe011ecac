package dev.arachne.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Writes {@code languages.txt}, by which undeclared encodings are guessed: how often each letter
 * beyond ASCII comes in a language. It is counted in the translations of GLib, GTK and PackageKit,
 * which Debian has below {@code /usr/share/locale}.
 *
 * <pre>java text/src/test/java/dev/arachne/text/LanguageTable.java
 * text/src/main/resources/dev/arachne/text/languages.txt</pre>
 */
final class LanguageTable {
  /** Each language, and the encodings that its pages were written in, the usual one first. */
  private static final List<String> LANGUAGES =
      List.of(
          "ar windows-1256 iso-8859-6",
          "be windows-1251 koi8-u iso-8859-5 ibm866",
          "bg windows-1251 iso-8859-5 ibm866 koi8-u",
          "bs windows-1250 iso-8859-2",
          "ca windows-1252",
          "cs windows-1250 iso-8859-2",
          "da windows-1252",
          "de windows-1252",
          "el windows-1253 iso-8859-7",
          "es windows-1252",
          "et windows-1257 iso-8859-13 iso-8859-4 windows-1252",
          "fa windows-1256",
          "fi windows-1252",
          "fr windows-1252",
          "ga windows-1252",
          "gl windows-1252",
          "he windows-1255",
          "hr windows-1250 iso-8859-2",
          "hu windows-1250 iso-8859-2",
          "is windows-1252",
          "it windows-1252",
          "lt windows-1257 iso-8859-13 iso-8859-4",
          "lv windows-1257 iso-8859-13 iso-8859-4",
          "mk windows-1251 iso-8859-5",
          "nb windows-1252",
          "nl windows-1252",
          "pl windows-1250 iso-8859-2",
          "pt windows-1252",
          "ro windows-1250 iso-8859-2",
          "ru windows-1251 koi8-u ibm866 iso-8859-5 x-mac-cyrillic",
          "sk windows-1250 iso-8859-2",
          "sl windows-1250 iso-8859-2",
          "sq windows-1252",
          "sr windows-1251 iso-8859-5",
          "sv windows-1252",
          "th windows-874",
          "tr windows-1254",
          "uk windows-1251 koi8-u ibm866 iso-8859-5 x-mac-cyrillic",
          "vi windows-1258");

  private static final List<String> DOMAINS =
      List.of("glib20", "gtk20", "gtk20-properties", "PackageKit");

  private static final int PER_MILLE = 1000;

  private LanguageTable() {}

  public static void main(String[] arguments) throws IOException {
    var table = new StringBuilder();
    table.append(
        "# How often letters beyond ASCII come in a language, in thousandths of all such\n");
    table.append(
        "# letters; written by LanguageTable from the translations of GLib, GTK, PackageKit.\n");
    for (String line : LANGUAGES) {
      table.append(line).append(' ').append(letters(line.substring(0, 2))).append('\n');
    }
    Files.writeString(Path.of(arguments[0]), table);
  }

  /** Letters, the most frequent first, each with its number of thousandths behind it. */
  private static String letters(String language) throws IOException {
    Map<Character, Integer> counts = new HashMap<>();
    int all = 0;
    for (String text : texts(language)) {
      for (char letter :
          inLegacyForm(text, language).toLowerCase(Locale.of(language)).toCharArray()) {
        if (letter >= 0x80 && isPartOfWord(letter)) {
          counts.merge(letter, 1, Integer::sum);
          all++;
        }
      }
    }
    int total = all;
    var table = new StringBuilder();
    counts.entrySet().stream()
        .filter(entry -> entry.getValue() * PER_MILLE >= total)
        .sorted(
            Map.Entry.<Character, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(entry ->
            table
                .append(entry.getKey())
                .append(Math.round((float) entry.getValue() * PER_MILLE / total)));
    return table.toString();
  }

  private static boolean isPartOfWord(char letter) {
    return Character.isLetter(letter) || Character.getType(letter) == Character.NON_SPACING_MARK;
  }

  /** As legacy encodings have it. */
  static String inLegacyForm(String text, String language) {

    return switch (language) {
      case "ro" -> text.replace('ș', 'ş').replace('ț', 'ţ').replace('Ș', 'Ş').replace('Ț', 'Ţ');
      case "he", "ar", "fa" ->
          text.codePoints()
              .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      case "vi" -> marksApart(text);
      default -> text;
    };
  }

  /** Windows-1258 writes the tone of a vowel behind it. */
  static String marksApart(String text) {
    String tones = "\u0300\u0301\u0303\u0309\u0323";
    var apart = new StringBuilder();
    for (char letter : text.toCharArray()) {
      String marks = Normalizer.normalize("" + letter, Normalizer.Form.NFD);
      String tone = "";
      var rest = new StringBuilder();
      for (char mark : marks.toCharArray()) {
        if (tones.indexOf(mark) >= 0) {
          tone += mark;
        } else {
          rest.append(mark);
        }
      }
      apart.append(Normalizer.normalize(rest, Normalizer.Form.NFC));
      apart.append(tone);
    }
    return apart.toString();
  }

  /** What is translated into the language, each text once. */
  private static Set<String> texts(String language) throws IOException {
    Set<String> texts = new HashSet<>();
    for (String domain : DOMAINS) {
      Path file = Path.of("/usr/share/locale", language, "LC_MESSAGES", domain + ".mo");
      if (Files.exists(file)) {
        texts.addAll(translations(file));
      }
    }
    return texts;
  }

  /** The translations in a catalogue of GNU gettext, but for the first, which is its head. */
  static List<String> translations(Path file) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    List<String> texts = new ArrayList<>();
    int count = in.getInt(8);
    int table = in.getInt(16);
    for (int i = 1; i < count; i++) {
      byte[] text = new byte[in.getInt(table + 8 * i)];
      in.get(in.getInt(table + 8 * i + 4), text);
      texts.addAll(List.of(new String(text, UTF_8).split("\0", -1)));
    }
    return texts;
  }
}

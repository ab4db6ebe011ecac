package dev.arachne.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of many languages that do not say in which encoding they are, as old pages are. */
class LegacyLanguagesTest {
  /** Translations that the table of letters was not made from. */
  private static final List<String> DOMAINS =
      List.of("Linux-PAM", "apt", "libapt-pkg6.0", "dpkg", "coreutils", "shared-mime-info", "bash");

  private static final Path TRANSLATIONS = Path.of("/usr/share/locale");

  /** A text of a language, in one of its encodings. */
  private record Page(String language, String label, String text) {
    /** Empty if the encoding lacks one of its characters. */
    Optional<byte[]> bytes() {
      Charset charset = Charset.forName(label.equals("gbk") ? "GB18030" : label);
      try {
        ByteBuffer bytes =
            charset.newEncoder().encode(CharBuffer.wrap("<html><p>" + text + "</p>"));
        byte[] all = new byte[bytes.remaining()];
        bytes.get(all);
        return Optional.of(all);
      } catch (CharacterCodingException e) {
        return Optional.empty();
      }
    }

    boolean isRight() {
      byte[] bytes = bytes().orElseThrow();
      return DocumentText.of(bytes, "text/html").text().equals("<html><p>" + text + "</p>");
    }

    @Override
    public String toString() {
      Encoding found =
          EncodingDetection.LEGACY
              .detect(bytes().orElseThrow(), 0, bytes().orElseThrow().length)
              .orElseThrow();
      return language + " in " + label + " read as " + found.standardName() + ": " + text;
    }
  }

  @Test
  void theDeclarationOfHumanRightsIsReadInAllItsLanguages() throws IOException {
    List<Page> pages = new ArrayList<>();
    for (String[] declaration : declarations()) {
      for (String label : declaration[1].split(" ", -1)) {
        pages.add(new Page(declaration[0], label, legacy(declaration[0], declaration[2])));
      }
    }
    List<Page> wrong = pages.stream().filter(page -> !page.isRight()).toList();
    assertTrue(pages.size() > 60, pages.size() + " pages");
    assertEquals(List.of(), wrong);
  }

  /** What Debian's programs say in forty languages: pages of a few sentences each. */
  @Test
  void nearlyAllTranslationsOfOtherProgramsAreReadRight() throws IOException {
    assumeTrue(
        Files.isDirectory(TRANSLATIONS.resolve("cs/LC_MESSAGES")),
        "SKIPPED: no translations in " + TRANSLATIONS);
    int all = 0;
    Map<String, Integer> wrong = new TreeMap<>();
    for (String[] declaration : declarations()) {
      String language = declaration[0].replace('-', '_');
      for (String text : texts(language)) {
        for (String label : declaration[1].split(" ", -1)) {
          var page = new Page(language, label, legacy(language, text));
          if (page.bytes().isPresent() && isBeyondAscii(page.bytes().get())) {
            all++;
            if (!page.isRight()) {
              wrong.merge(language + " " + label, 1, Integer::sum);
            }
          }
        }
      }
    }
    int errors = wrong.values().stream().mapToInt(Integer::intValue).sum();
    assertTrue(errors <= all * 0.05, errors + " of " + all + " wrong: " + wrong);
  }

  @Test
  void declaredUrlsAreNotGuesses() {
    byte[] ascii = "<p>plain ascii".getBytes(UTF_8);
    byte[] utf8 = "<p>Größe и 中文".getBytes(UTF_8);
    assertEquals(
        Optional.of(Encoding.UTF_8), EncodingDetection.LEGACY.detect(ascii, 0, ascii.length));
    assertEquals(
        Optional.of(Encoding.UTF_8), EncodingDetection.LEGACY.detect(utf8, 0, utf8.length));
    utf8[utf8.length - 4] = 'x';
    byte[] damaged = (new String(utf8, UTF_8) + "Größe und Grüße").getBytes(UTF_8);
    damaged[damaged.length - 1] = (byte) 0xFF;
    assertEquals(
        Optional.of(Encoding.UTF_8), EncodingDetection.LEGACY.detect(damaged, 0, damaged.length));
  }

  /** Western pages have few letters beyond ASCII, or none but signs. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "café",
        "naïve",
        "© 1998 Müller & Söhne",
        "It’s “quoted” – a text…",
        "£5 only",
        "20° ± 3",
        "½ cup, 20 µm",
        "Price: 100€",
        "• one • two",
        "» next",
        "\u00A0\u00A0one\u00A0",
        "El Niño ¿Qué?",
        "São Paulo",
        "à la carte, Déjà vu",
        "Bjørn Ångström",
        "Straße",
        "brand™ and brand®"
      })
  void aFewSignsAndLettersAreWestern(String text) throws IOException {
    assertEquals(text, DocumentText.of(text.getBytes("windows-1252"), "text/html").text());
  }

  private static boolean isBeyondAscii(byte[] bytes) {
    return Bytes.indexOfNonAscii(bytes, 0, bytes.length) < bytes.length;
  }

  private static String legacy(String language, String text) {
    return LanguageTable.inLegacyForm(text, language);
  }

  private static List<String[]> declarations() throws IOException {
    try (var in =
        Objects.requireNonNull(LegacyLanguagesTest.class.getResourceAsStream("declarations.txt"))) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\\|", 3))
          .toList();
    }
  }

  private static List<String> texts(String language) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String domain : DOMAINS) {
      Path file = TRANSLATIONS.resolve(language + "/LC_MESSAGES/" + domain + ".mo");
      var text = new StringBuilder();
      int ofThisDomain = 0;
      for (String translation :
          Files.exists(file) ? LanguageTable.translations(file) : List.<String>of()) {
        text.append(translation).append('\n');
        if (text.length() > 400 && ofThisDomain < 20) {
          texts.add(text.toString());
          text.setLength(0);
          ofThisDomain++;
        }
      }
    }
    return texts;
  }
}

package dev.arachne.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every file, shown on random and on hostile ones. */
class RobotsPropertiesTest {

  private static final List<String> SCRAPS =
      List.of(
          "User-agent",
          "Allow",
          "disallow",
          "crawl-delay",
          "sitemap",
          ":",
          ": ",
          "*",
          "$",
          "#",
          "\n",
          "\r\n",
          "\r",
          "\n\n",
          "/",
          "/a",
          "/b",
          "%",
          "%2F",
          "%e3",
          "\u00ef\u00bb\u00bf",
          "bot",
          "\0",
          "\u00ff",
          " ",
          "\t",
          "9",
          "9.9.9");

  @Test
  void noFileMakesTheParserFail() {
    var random = new SplittableRandom(9309);
    for (int file = 0; file < 20_000; file++) {
      var text = new StringBuilder();
      for (int scraps = random.nextInt(60); scraps > 0; scraps--) {
        text.append(
            random.nextInt(8) == 0
                ? Character.toString(random.nextInt(256))
                : SCRAPS.get(random.nextInt(SCRAPS.size())));
      }
      byte[] body = text.toString().getBytes(ISO_8859_1);
      var rules = RobotsRules.parse(body);
      var verdict = rules.verdict("bot", "/a/b%2F");
      assertTrue(verdict.line() >= 0 && verdict.line() <= body.length + 1, text::toString);
      rules.crawlDelay("bot");
      rules.sitemaps();
    }
  }

  /** Tries every rule in turn with a matcher that knows nothing of prefixes and pieces. */
  @Test
  void theArrangedRulesAnswerAsTryingEachInTurnDoes() {
    var random = new SplittableRandom(2309);
    for (int file = 0; file < 5_000; file++) {
      String[] values = new String[random.nextInt(12)];
      var text = new StringBuilder("User-agent: bot\n");
      for (int i = 0; i < values.length; i++) {
        values[i] = "/" + word(random, "aab/*", 7) + (random.nextInt(4) == 0 ? "$" : "");
        text.append(i % 2 == 0 ? "Allow: " : "Disallow: ").append(values[i]).append('\n');
      }
      var rules = RobotsRules.parse(text.toString().getBytes(UTF_8));
      for (int i = 0; i < 20; i++) {
        String path = "/" + word(random, "aab/", 9);
        assertEquals(naive(values, path), rules.verdict("bot", path).allowed(), text + path);
      }
    }
  }

  private static String word(SplittableRandom random, String letters, int longest) {
    var word = new StringBuilder();
    for (int length = random.nextInt(longest); length > 0; length--) {
      word.append(letters.charAt(random.nextInt(letters.length())));
    }
    return word.toString();
  }

  private static boolean naive(String[] values, String path) {
    int most = -1;
    boolean allowed = true;
    for (int i = 0; i < values.length; i++) {
      boolean allows = i % 2 == 0;
      boolean decides = values[i].length() > most || (values[i].length() == most && allows);
      if (decides && naive(values[i], 0, path, 0)) {
        most = values[i].length();
        allowed = allows;
      }
    }
    return allowed;
  }

  private static boolean naive(String pattern, int p, String path, int at) {
    if (p == pattern.length()) {
      return true;
    }
    char c = pattern.charAt(p);
    if (c == '*') {
      return naive(pattern, p + 1, path, at)
          || (at < path.length() && naive(pattern, p, path, at + 1));
    }
    if (c == '$' && p == pattern.length() - 1) {
      return at == path.length();
    }
    return at < path.length() && path.charAt(at) == c && naive(pattern, p + 1, path, at + 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 32, 33, 34, 40, 100})
  void longPiecesAreFoundWhereTheJdkFindsThem(int length) {
    var random = new SplittableRandom(length);
    for (int i = 0; i < 2_000; i++) {
      String period = "a" + word(random, "ab", 6);
      String text = period.repeat(length).substring(0, length - 1) + "ab".charAt(random.nextInt(2));
      String path = word(random, "ab", 9) + period.repeat(200).substring(random.nextInt(150));
      int found = path.indexOf(text);
      assertEquals(
          found < 0 ? -1 : found + length, new PatternSegment(text).endIn(path, 0), path + text);
      assertEquals(
          new PatternSegment(text).endIn(path, 3),
          new PatternSegment(text).endInSteadily(path, 3),
          text);
    }
  }

  @Test
  void aVerdictAllocatesNothing() {
    var rules =
        RobotsRules.parse("User-agent: *\nDisallow: /a/*.gif$\nDisallow: /b".getBytes(UTF_8));
    var thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assertFalse(rules.verdict("arachne", "/a/b.gif").allowed());
    long before = thread.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 10_000; i++) {
      rules.verdict("arachne", "/a/b.gif");
      rules.verdict("arachne", "/c?d");
    }
    long allocated = thread.getCurrentThreadAllocatedBytes() - before;
    assertTrue(allocated < 10_000, allocated + " bytes for 20,000 verdicts");
  }

  @Test
  void noPatternTakesLongOverAnyPath() {
    String path = "/" + "a".repeat(16_000);
    String longPiece = "a".repeat(8_000) + "b";
    List<String> hostile =
        List.of(
            "/*" + longPiece,
            "/" + "*a".repeat(8_000) + "*b",
            "/" + "*".repeat(500_000) + "b",
            ("/*" + "a".repeat(31) + "b").repeat(1_000) + "$");
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          for (String pattern : hostile) {
            var rules = RobotsRules.parse(("User-agent: *\nDisallow: " + pattern).getBytes(UTF_8));
            for (int i = 0; i < 1_000; i++) {
              assertTrue(rules.verdict("a", path).allowed());
            }
          }
        });
  }

  /** Hundreds of verdicts, of which each would take a second if every pattern were tried. */
  @Test
  void noFileOfManyPatternsTakesLongOverAnyPath() {
    String path = "/" + "a".repeat(16_000) + "?" + "ab".repeat(20);
    List<String> hostile =
        List.of("Disallow: /*" + "a".repeat(30) + "b\n", "Disallow:/*c\n", "Allow:/*ab*abc$\n");
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          for (String pattern : hostile) {
            var rules =
                RobotsRules.parse(("User-agent: *\n" + pattern.repeat(9_999)).getBytes(UTF_8));
            for (int i = 0; i < 200; i++) {
              assertFalse(rules.verdict("a", path).allowed());
            }
            assertEquals(
                "robots.txt has too many patterns for a URL of this length",
                rules.verdict("a", path).reason());
            assertTrue(rules.verdict("a", "/usual?length").allowed());
          }
        });
  }

  /** Sites exist with so many. */
  @Test
  void aThousandPatternsAreTriedOnALongUrl() {
    var file = new StringBuilder("User-agent: *\n");
    for (int i = 1000; i < 2000; i++) {
      file.append("Disallow: /*?*parameter").append(i).append("=\n");
    }
    var rules = RobotsRules.parse(file.toString().getBytes(UTF_8));
    String path = "/" + "a".repeat(1_000) + "?" + "b".repeat(500) + "&parameter";
    assertFalse(rules.verdict("a", path + "1500=x").allowed());
    assertEquals("no rule of robots.txt matches", rules.verdict("a", path + "2500=x").reason());
  }

  @Test
  void noFileTakesLongToArrange() {
    List<String> hostile =
        List.of(
            "User-agent: *\n".repeat(37_000) + "Disallow: /",
            "User-agent: *\nDisallow: /x\n".repeat(19_000),
            "User-agent: *\n" + nested(990),
            "User-agent: *\n" + "Disallow: /*a*a*a*b$\n".repeat(24_000));
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () -> {
          for (String file : hostile) {
            RobotsRules.parse(file.getBytes(UTF_8)).verdict("a", "/" + "a".repeat(2_000));
          }
        });
  }

  /** Rules of which each begins the next. */
  private static String nested(int depth) {
    var file = new StringBuilder();
    for (int i = 1; i <= depth; i++) {
      file.append("Disallow: /").append("a".repeat(i)).append('\n');
    }
    return file.toString();
  }
}

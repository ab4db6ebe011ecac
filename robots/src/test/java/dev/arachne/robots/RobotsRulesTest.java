package dev.arachne.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.robots.RobotsVerdict.Ruling;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RobotsRulesTest {

  private static RobotsRules rules(String... lines) {
    return RobotsRules.parse(String.join("\n", lines).getBytes(UTF_8));
  }

  private static RobotsVerdict verdict(String agent, String path, String... lines) {
    return rules(lines).verdict(agent, CrawlUrl.of("http://a.test" + path));
  }

  private static boolean allowed(String path, String... lines) {
    String[] all = new String[lines.length + 1];
    all[0] = "User-agent: *";
    System.arraycopy(lines, 0, all, 1, lines.length);
    return verdict("arachne", path, all).allowed();
  }

  @Test
  void aVerdictNamesTheLineThatDecided() {
    String[] file = {"# hello", "User-agent: arachne", "Allow: /", "", "  Disallow: /x  # why not"};
    var verdict = verdict("arachne", "/x/y", file);
    assertEquals(new RobotsVerdict(Ruling.DISALLOWED, 5, "Disallow: /x  # why not"), verdict);
    assertEquals("line 5: Disallow: /x  # why not", verdict.reason());
  }

  @Test
  void aVerdictWithoutALineSaysWhy() {
    String[] file = {"User-agent: other", "Disallow: /"};
    assertEquals("robots.txt has no rules for this agent", verdict("a", "/", file).reason());
    assertEquals("no rule of robots.txt matches", verdict("a", "/", "User-agent: *").reason());
    assertEquals(
        "robots.txt itself is always allowed", verdict("other", "/robots.txt", file).reason());
    assertEquals(0, verdict("a", "/", file).line());
  }

  @Test
  void linesAreCountedThroughAllThreeLineEnds() {
    var rules = RobotsRules.parse("\r\n\n\rUser-agent: *\r\rDisallow: /".getBytes(UTF_8));
    assertEquals(6, rules.verdict("a", CrawlUrl.of("http://a.test/")).line());
  }

  @Test
  void aLineThatIsShownIsCut() {
    String text =
        verdict("a", "/" + "x".repeat(300), "User-agent: *", "Disallow: /" + "x".repeat(250))
            .text();
    assertEquals("Disallow: /" + "x".repeat(189) + "...", text);
  }

  @Test
  void theRuleOfMostOctetsDecidesAndAllowWinsATie() {
    assertTrue(allowed("/a/b", "Disallow: /a", "Allow: /a/b"));
    assertFalse(allowed("/a/b", "Allow: /a", "Disallow: /a/b"));
    assertTrue(allowed("/a/b", "Disallow: /a/b", "Allow: /a/b"));
    assertTrue(allowed("/page", "Allow: /page*", "Disallow: /page"));
    assertFalse(allowed("/page", "Allow: /page", "Disallow: /page$"));
    assertFalse(allowed("/a.html?x", "Allow: /a.ht", "Disallow: /*.html?x"));
  }

  @ParameterizedTest
  @CsvSource({
    "/*.php,            /a/b.php?x,  true",
    "/*.php,            /a/b.PHP,    false",
    "/*.php$,           /a.php?x,    false",
    "/*.php$,           /a.php.php,  true",
    "/a*b*c,            /a-b-c-d,    true",
    "/a*b*c,            /a-c-b,      false",
    "/a*b*c$,           /a-c-b-c,    true",
    "/a*bc*bc$,         /abc,        false",
    "/a*bc*bc$,         /abcbc,      true",
    "/a***b,            /a--b,       true",
    "/a*$,              /a,          true",
    "/*,                /,           true",
    "*,                 /,           true",
    "$,                 /,           false",
    "*$,                /x,          true",
    "/a$b,              /a$b/c,      true",
    "/a$b,              /a,          false",
    "/$,                /,           true",
    "/$,                /a,          false",
    "a,                 /a,          false",
    "http://a.test/a,   /a,          false"
  })
  void starsAndDollarsMatchAsTheRfcSays(String pattern, String path, boolean matches) {
    assertEquals(matches, !allowed(path, "Disallow: " + pattern));
  }

  @ParameterizedTest
  @CsvSource({
    "/foo?q=https://a.b,       /foo?q=https%3A%2F%2Fa.b, true",
    "/foo?q=https%3a%2f%2fa.b, /foo?q=https://a.b,       true",
    "/%7Ejoe,                  /~joe,                    true",
    "/~joe,                    /%7ejoe,                  true",
    "/a%2Ab,                   /a*b,                     true",
    "/a%2Ab,                   /axb,                     false",
    "/a%24,                    /a$,                      true",
    "/a%24,                    /a,                       false",
    "/ツ,                      /%e3%83%84,               true",
    "/%E3%83%84,               /ツ,                      true",
    "/100%,                    /100%25,                  true",
    "/100%,                    /100%,                    true",
    "/%2541,                   /A,                       false",
    "/%2541,                   /%2541,                   true",
    "/%4,                      /%4,                      true",
    "/%zz,                     /%zz,                     true"
  })
  void anOctetAndItsEncodedFormAreTheSame(String pattern, String path, boolean matches) {
    assertEquals(matches, !allowed(path, "Disallow: " + pattern));
  }

  @ParameterizedTest
  @CsvSource({
    "/*%2F*,       /,            false",
    "/*%2F*,       /a/b?c/d,     false",
    "/*%2f*,       /a%2Fb,       true",
    "/*%2F*,       /a?b=%2fc,    true",
    "/*%3F,        /a?b,         false",
    "/*%3F,        /a%3Fb,       true",
    "/*%26,        /a?b&c,       false",
    "/a%2Fb,       /a/b,         false",
    "/a/b,         /a%2Fb,       false",
    "/a%2Fb,       /a%2fb/c,     true",
    "/a%252Fb,     /a%2Fb,       false",
    "/a?b/c,       /a?b%2Fc,     true",
    "/a?b%2Fc,     /a?b/c,       true",
    "/a*?*%2Fc,    /ab?b/c,      true",
    "/a%2Fb?c/d,   /a%2Fb?c%2fd, true",
    "/*/b?c/d,     /a%2Fb?c/d,   false"
  })
  void anEncodedReservedCharacterIsAnotherThanThePlainOneOutsideOfQueries(
      String pattern, String path, boolean matches) {
    assertEquals(matches, !allowed(path, "Disallow: " + pattern));
  }

  @Test
  void groupsOfTheSameAgentAreMergedAndOthersIgnored() {
    String[] file = {
      "User-agent: Arachne",
      "Disallow: /a",
      "User-agent: *",
      "Disallow: /",
      "User-agent: other",
      "User-agent: ARACHNE/2.0",
      "Disallow: /b"
    };
    assertFalse(verdict("arachne", "/a", file).allowed());
    assertFalse(verdict("arachne", "/b", file).allowed());
    assertTrue(verdict("arachne", "/c", file).allowed());
    assertFalse(verdict("else", "/c", file).allowed());
  }

  @Test
  void otherRecordsEndNoGroup() {
    String[] file = {
      "User-agent: a", "Sitemap: /s.xml", "Host: a.test", "", "User-agent: b", "Disallow: /x"
    };
    assertFalse(verdict("a", "/x", file).allowed());
    assertFalse(verdict("b", "/x", file).allowed());
  }

  @Test
  void anEmptyRuleMatchesNothingButEndsTheAgentLines() {
    String[] file = {"User-agent: a", "Disallow:", "User-agent: b", "Disallow: /"};
    assertTrue(verdict("a", "/x", file).allowed());
    assertFalse(verdict("b", "/x", file).allowed());
  }

  @Test
  void anEmptyAgentLineMatchesNoAgent() {
    assertTrue(verdict("", "/x", "User-agent:", "Disallow: /").allowed());
    assertTrue(verdict("a", "/x", "User-agent: /1.0", "Disallow: /").allowed());
  }

  @Test
  void crawlDelayIsForTheAgentsNamedBeforeIt() {
    String[] file = {
      "Crawl-delay: 99",
      "User-agent: a",
      "Crawl-delay: 9.25",
      "User-agent: *",
      "Disallow: /x",
      "Crawl-delay: 2",
      "User-agent: A",
      "Crawl-delay: 3"
    };
    assertEquals(Optional.of(Duration.ofMillis(9250)), rules(file).crawlDelay("a"));
    assertEquals(Optional.of(Duration.ofSeconds(2)), rules(file).crawlDelay("b"));
    assertEquals(Optional.empty(), rules("User-agent: a").crawlDelay("a"));
  }

  @Test
  void crawlDelayIsNotForAgentsOfAnEarlierGroupWithoutRules() {
    String[] file = {
      "User-agent: a",
      "Crawl-delay: 1",
      "User-agent: b",
      "User-agent: c",
      "Crawl-delay: 60",
      "Crawl-delay: 30",
      "User-agent: d",
      "Disallow: /x",
      "Crawl-delay: 5"
    };
    assertEquals(Optional.of(Duration.ofSeconds(1)), rules(file).crawlDelay("a"));
    assertEquals(Optional.of(Duration.ofSeconds(60)), rules(file).crawlDelay("b"));
    assertEquals(Optional.of(Duration.ofSeconds(60)), rules(file).crawlDelay("c"));
    assertEquals(Optional.of(Duration.ofSeconds(5)), rules(file).crawlDelay("d"));
    assertFalse(verdict("a", "/x", file).allowed());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "ten", "1e9", "1,5", "5 s", "9999999999", ".", "1.2.3", "0"})
  void anInvalidDelayIsIgnored(String value) {
    assertEquals(Optional.empty(), rules("User-agent: *", "Crawl-delay: " + value).crawlDelay("a"));
  }

  @Test
  void sitemapsAreListedWhereverTheyStand() {
    var rules =
        rules("sitemap: https://a.test/1.xml", "User-agent: b", "SITEMAP : /ツ.xml # 2", "Sitemap:");
    assertEquals(List.of("https://a.test/1.xml", "/ツ.xml"), rules.sitemaps());
  }

  @Test
  void aFileBeyondTheLimitIsReadToItsLastWholeLine() {
    String start = "User-agent: *\nDisallow: /first\n";
    String rest = "Disallow: /last\nDisallow: /cut/deep\nDisallow: /beyond\n";
    int inFull = rest.indexOf("/deep") + 1;
    int padding = RobotsRules.MAX_BYTES - start.length() - inFull;
    byte[] whole = (start + "#".repeat(padding - 1) + "\n" + rest).getBytes(ISO_8859_1);
    byte[] asFetched = Arrays.copyOf(whole, RobotsRules.MAX_BYTES);
    for (byte[] body : List.of(whole, asFetched)) {
      var rules = RobotsRules.parse(body);
      assertFalse(rules.verdict("a", "/first").allowed());
      assertFalse(rules.verdict("a", "/last").allowed());
      assertTrue(rules.verdict("a", "/cut/deep").allowed());
      assertTrue(rules.verdict("a", "/cut/").allowed());
      assertTrue(rules.verdict("a", "/beyond").allowed());
    }
  }

  @Test
  void ofTooManyRulesTheFirstHoldAndTheRestIsTakenToDisallow() {
    String file = "User-agent: *\nAllow: /open\n" + "Disallow: /a\n".repeat(RobotsRules.MAX_RULES);
    var rules = RobotsRules.parse((file + "Disallow: /late\n").getBytes(ISO_8859_1));
    assertTrue(rules.verdict("a", "/open").allowed());
    assertFalse(rules.verdict("a", "/a").allowed());
    assertFalse(rules.verdict("a", "/late").allowed());
    assertFalse(rules.verdict("a", "/other").allowed());
    assertEquals("robots.txt has more than 10000 rules", rules.verdict("a", "/other").reason());
  }

  @Test
  void theMemoryOfRulesIsNotMoreThanTheySay() {
    int files = 20;
    List<RobotsRules> kept = new ArrayList<>();
    byte[] body = ("User-agent: *\n" + "Allow:/a\n".repeat(9_000)).getBytes(ISO_8859_1);
    long before = usedHeap();
    for (int i = 0; i < files; i++) {
      RobotsRules rules = RobotsRules.parse(body);
      rules.verdict("a", "/x");
      kept.add(rules);
    }
    long taken = (usedHeap() - before) / files;
    long said = kept.getFirst().bytes();
    assertTrue(taken < said, taken + " bytes, " + said + " said");
    assertTrue(said < 3L << 20, said + " said");
    assertTrue(kept.getLast().verdict("a", "/x").allowed());
  }

  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @Test
  void rulesCanBeAllOrNothingForAReason() {
    var url = CrawlUrl.of("http://a.test/x");
    assertEquals(
        new RobotsVerdict(Ruling.ALLOWED, 0, "why"), RobotsRules.allowAll("why").verdict("a", url));
    assertEquals(
        new RobotsVerdict(Ruling.DISALLOWED, 0, "why"),
        RobotsRules.disallowAll("why").verdict("a", url));
    var robots = CrawlUrl.of("http://a.test/robots.txt");
    assertTrue(RobotsRules.disallowAll("why").verdict("a", robots).allowed());
  }
}

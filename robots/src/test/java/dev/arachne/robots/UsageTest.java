package dev.arachne.robots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.robots.UsagePreferences.Vocabulary;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What sites say of the use of their content: in robots.txt, in headers. */
class UsageTest {
  private static String usage(String agent, Purpose purpose, String path, String... lines) {
    RobotsRules rules = RobotsRules.parse(String.join("\n", lines).getBytes(UTF_8));
    RobotsVerdict verdict = rules.usage(agent, purpose, CrawlUrl.of("http://example.com" + path));
    if (verdict.line() == 0) {
      return verdict.allowed() ? "not said" : verdict.text();
    }
    return verdict.ruling() + " " + verdict.line();
  }

  /** The example of draft-ietf-aipref-attach, section 4.5. */
  @ParameterizedTest
  @CsvSource({
    "other, /test, DISALLOWED 4",
    "other, /ai-ok/test, ALLOWED 5",
    "ExampleBot, /test, ALLOWED 9",
    "examplebot, /ai-ok/test, ALLOWED 9"
  })
  void theGroupOfAnAgentAndTheLongestPathDecide(String agent, String path, String expected) {
    String[] lines = {
      "User-Agent: *",
      "Allow: /",
      "Disallow: /never/",
      "Content-Usage: / train-ai=n",
      "Content-Usage: /ai-ok/ train-ai=y",
      "",
      "User-Agent: ExampleBot",
      "Allow: /",
      "Content-Usage: / train-ai=y"
    };
    assertEquals(expected, usage(agent, Purpose.AI_TRAIN, path, lines));
    assertEquals("not said", usage(agent, Purpose.SEARCH, path, lines));
  }

  @Test
  void aLongerLineThatDoesNotNameThePurposeLeavesItOpen() {
    String[] lines = {
      "user-agent: *", "content-usage: / train-ai=n", "content-usage: /news search=y"
    };
    assertEquals("not said", usage("a", Purpose.AI_TRAIN, "/news/1", lines));
    assertEquals("ALLOWED 3", usage("a", Purpose.SEARCH, "/news/1", lines));
    assertEquals("DISALLOWED 2", usage("a", Purpose.AI_TRAIN, "/new", lines));
  }

  @Test
  void ofTwoLinesAsLongTheOneThatRefusesDecides() {
    String[] lines = {
      "User-agent: *", "Content-Usage: /a train-ai=y", "Content-Usage: /a train-ai=n, search=y"
    };
    assertEquals("DISALLOWED 3", usage("a", Purpose.AI_TRAIN, "/a", lines));
    assertEquals("ALLOWED 3", usage("a", Purpose.SEARCH, "/a", lines));
  }

  @Test
  void aRefusalOfOneVocabularyOverridesAPermissionOfTheOther() {
    String[] lines = {
      "User-agent: *",
      "Content-Signal: search=yes, ai-train=no # ours",
      "Content-Usage: /open/ train-ai=y, ai-use=n",
      "Allow: /"
    };
    assertEquals("DISALLOWED 2", usage("a", Purpose.AI_TRAIN, "/open/", lines));
    assertEquals("DISALLOWED 3", usage("a", Purpose.AI_INPUT, "/open/", lines));
    assertEquals("not said", usage("a", Purpose.AI_INPUT, "/", lines));
    assertEquals("ALLOWED 2", usage("a", Purpose.SEARCH, "/", lines));
    assertEquals("not said", usage("a", Purpose.ARCHIVE, "/", lines));
  }

  @Test
  void aSignalMayHaveAPathToo() {
    String[] lines = {"User-agent: *", "Content-Signal: /blog/*.html$ ai-input=no"};
    assertEquals("DISALLOWED 2", usage("a", Purpose.AI_INPUT, "/blog/x.html", lines));
    assertEquals("not said", usage("a", Purpose.AI_INPUT, "/blog/x.html?y", lines));
  }

  @Test
  void preferencesAreNotAccessRulesAndEndNoGroup() {
    RobotsRules rules =
        RobotsRules.parse(
            """
            Content-Usage: / search=n
            User-agent: a
            Content-Usage: / train-ai=n
            User-agent: b
            Disallow: /x
            """
                .getBytes(UTF_8));
    CrawlUrl x = CrawlUrl.of("http://example.com/x");
    assertFalse(rules.verdict("a", x).allowed());
    assertFalse(rules.verdict("b", x).allowed());
    assertTrue(rules.verdict("a", CrawlUrl.of("http://example.com/y")).allowed());
    assertTrue(rules.usage("a", Purpose.SEARCH, x).allowed());
    assertFalse(rules.usage("b", Purpose.AI_TRAIN, x).allowed());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "train-ai=n, search=y     | {AI_TRAIN=false, SEARCH=true}",
        "TRAIN-AI = n;x=1         | {AI_TRAIN=false}",
        "train-ai=n, train-ai=y   | {AI_TRAIN=true}",
        "train-ai=n, train-ai=?0  | {}",
        "train-ai, search, ai-use | {}",
        "\",=\" , ai-use=n, ((    | {AI_INPUT=false}",
        "ai-train=no, search=no   | {}"
      })
  void membersAreReadOneByOne(String statement, String expected) {
    var read = UsagePreferences.parse(Vocabulary.CONTENT_USAGE, statement);
    assertEquals(expected, byName(read).toString());
  }

  private static Map<String, Boolean> byName(UsagePreferences read) {
    var named = new TreeMap<String, Boolean>();
    read.stated().forEach((purpose, answer) -> named.put(purpose.name(), answer));
    return named;
  }

  @Test
  void headersOfANameAreOneStatement() {
    var read =
        UsagePreferences.ofHeaders(
            Vocabulary.CONTENT_SIGNAL, List.of("search=yes", "ai-input=no, search=no"));
    assertTrue(read.refuse(Purpose.SEARCH));
    assertTrue(read.refuse(Purpose.AI_INPUT));
    assertFalse(read.refuse(Purpose.AI_TRAIN));
    assertEquals(
        UsagePreferences.NONE, UsagePreferences.ofHeaders(Vocabulary.CONTENT_USAGE, List.of()));
  }

  @Test
  void thousandsOfLinesAreBounded() {
    String file = "User-agent: *\n" + "Content-Usage: /a*b*c*d*e$ search=n\n".repeat(12_000);
    RobotsRules rules = RobotsRules.parse(file.getBytes(UTF_8));
    CrawlUrl url = CrawlUrl.of("http://example.com/" + "ab".repeat(4_000));
    assertFalse(rules.verdict("a", url).allowed(), "too many rules");
    assertTrue(rules.bytes() < 10 << 20, () -> "" + rules.bytes());
  }
}

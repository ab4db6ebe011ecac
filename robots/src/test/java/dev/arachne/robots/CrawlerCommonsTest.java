package dev.arachne.robots;

import static org.junit.jupiter.api.Assertions.assertEquals;

import crawlercommons.robots.SimpleRobotRulesParser;
import dev.arachne.robots.RobotsSuitesTest.Case;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * The library we would use if we had no parser of our own. When these counts change with a new
 * version of it, docs/adr/0030 wants to be read again.
 */
class CrawlerCommonsTest {

  private static boolean agrees(Case test) {
    return new SimpleRobotRulesParser()
            .parseContent(
                test.url(),
                test.robots(),
                "text/plain",
                List.of(test.agent().toLowerCase(Locale.ROOT)))
            .isAllowed(test.url())
        == test.allowed();
  }

  @Test
  void theLibraryKnowsTheExamplesOfTheRfc() {
    var cases = RobotsSuitesTest.cases("rfc9309-examples.json");
    assertEquals(29, cases.stream().filter(CrawlerCommonsTest::agrees).count());
  }

  /** Of the 14 others, 7 are those where the RFC differs and we do too. */
  @Test
  void theLibraryAnswersSevenOfTheDraftsCasesWrong() {
    var cases = RobotsSuitesTest.cases("robotstxt-spec-test.json");
    assertEquals(
        364,
        cases.stream()
            .filter(test -> !test.googleSpecific())
            .filter(CrawlerCommonsTest::agrees)
            .count());
  }
}

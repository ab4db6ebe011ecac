package dev.arachne.robots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.testkit.Suites;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The examples of RFC 9309, and a suite made for a draft of it. */
class RobotsSuitesTest {

  /**
   * Where the draft's suite contradicts RFC 9309 or has no URL to ask about: agent and URL. The
   * RFC's own examples in the other suite have the answers we give.
   */
  private static final Set<String> ANSWERED_OTHERWISE_BY_THE_RFC =
      Set.of(
          // robots.txt is always allowed (2.2.2).
          "asdfbot http://m.example.com/robots.txt",
          "BarBot http://example.com/robots.txt",
          "AB http://example.com/robots.txt",
          "XYZ http://example.com/robots.txt",
          // An encoded octet is one with itself in plain (2.2.2).
          "FooBot http://foo.bar/foo/bar/baz",
          // Not a URL as it stands: parsing encodes it, and then the rule matches.
          "FooBot http://foo.bar/foo/bar/\u30c4");

  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  record Case(String agent, String url, boolean allowed, boolean googleSpecific, byte[] robots) {

    static Case of(JsonNode node) {
      return new Case(
          node.get("agent").asString(),
          node.get("url").asString(),
          node.get("allowed").asBoolean(),
          node.path("google_specific").asBoolean(false),
          Base64.getDecoder().decode(node.get("robots_b64").asString()));
    }

    String name() {
      return agent + " " + url;
    }

    boolean ours() {
      return RobotsRules.parse(robots).verdict(agent, CrawlUrl.of(url)).allowed();
    }
  }

  static List<Case> cases(String suite) {
    var file = Suites.file("robots/" + suite);
    assumeTrue(file.isPresent(), Suites.MISSING);
    var cases = new ArrayList<Case>();
    for (JsonNode node : JsonMapper.shared().readTree(Suites.read(file.get()))) {
      cases.add(Case.of(node));
    }
    return cases;
  }

  @Test
  void everyExampleOfTheRfcHasItsAnswer() {
    var cases = cases("rfc9309-examples.json");
    assertEquals(29, cases.size());
    var wrong = cases.stream().filter(test -> test.ours() != test.allowed()).toList();
    assertEquals(List.of(), wrong.stream().map(Case::name).toList());
  }

  @Test
  void everyRuleOfTheDraftThatTheRfcKeptHasItsAnswer() {
    var cases =
        cases("robotstxt-spec-test.json").stream().filter(test -> !test.googleSpecific()).toList();
    assertEquals(378, cases.size());
    int other = 0;
    for (Case test : cases) {
      if (ANSWERED_OTHERWISE_BY_THE_RFC.contains(test.name()) && !test.allowed()) {
        assertNotEquals(test.allowed(), test.ours(), test.name());
        other++;
      } else {
        assertEquals(test.allowed(), test.ours(), test.name());
      }
    }
    assertEquals(7, other);
  }
}

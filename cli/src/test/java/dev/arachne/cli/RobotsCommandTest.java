package dev.arachne.cli;

import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

final class RobotsCommandTest {
  private static final String RULES =
      """
      User-agent: otherbot
      Disallow: /

      User-agent: *
      Disallow: /private
      Allow: /private/open
      Crawl-delay: 1.5
      Sitemap: /map.xml
      """;

  private static TestWeb robots(Reply reply) {
    return TestWeb.serve(TestSite.of(route("/robots.txt", reply)));
  }

  @Test
  void theDecidingLineIsQuotedWithItsNumber() {
    try (var web = robots(text(RULES))) {
      CapturedOutput told = CapturedOutput.by("robots", web.url("/private/x?y"));
      assertEquals(
          """
          not allowed for arachne: %s
          line 5: Disallow: /private

          robots.txt   %s  200
          crawl delay  1.5 s
          sitemap      %s
          """
              .formatted(web.url("/private/x?y"), web.url("/robots.txt"), web.url("/map.xml")),
          told.out());
      assertEquals(ExitCode.FAILED, told.code());
      assertEquals(List.of("/robots.txt"), web.targets());
    }
  }

  @Test
  void usagePreferencesAreReportedForEachPurpose() {
    String rules = "User-agent: *\nContent-Signal: search=yes, ai-train=no\n";
    try (var web = robots(text(rules))) {
      CapturedOutput told = CapturedOutput.by("robots", web.url("/x"));
      assertEquals(ExitCode.DONE, told.code());
      String line = "line 2: Content-Signal: search=yes, ai-train=no\n";
      assertTrue(
          told.out()
              .endsWith("search       allowed: " + line + "ai-train     not allowed: " + line),
          told.out());
      String json = CapturedOutput.by("robots", "--json", web.url("/x")).body();
      String why = "\"line\":2,\"reason\":\"Content-Signal: search=yes, ai-train=no\"}";
      assertTrue(
          json.contains(
              "\"usage\":{\"search\":{\"allowed\":true,%s,\"ai-train\":{\"allowed\":false,%s}"
                  .formatted(why, why)),
          json);
    }
  }

  @Test
  void anAllowedUrlEndsInSuccess() {
    try (var web = robots(text(RULES))) {
      CapturedOutput told = CapturedOutput.by("robots", web.url("/private/open/"));
      assertEquals(ExitCode.DONE, told.code());
      assertTrue(told.out().contains("\nline 6: Allow: /private/open\n"), told.out());
    }
  }

  @Test
  void theRulesAreThoseForTheAgentThatIsNamed() {
    try (var web = robots(text(RULES))) {
      CapturedOutput told = CapturedOutput.by("robots", web.url("/"), "--agent", "OtherBot");
      assertEquals(ExitCode.FAILED, told.code());
      assertEquals(
          List.of("not allowed for OtherBot: " + web.url("/"), "line 2: Disallow: /"),
          told.outLines().subList(0, 2));
    }
  }

  @Test
  void aSiteWithoutTheFileAllowsEverything() {
    try (var web = robots(status(404))) {
      CapturedOutput told = CapturedOutput.by("robots", web.url("/"));
      assertEquals(ExitCode.DONE, told.code());
      assertEquals("there is no robots.txt (404)", told.outLines().get(1));
    }
  }

  @Test
  void unreachablePagesAreUnknown() {
    try (var web = robots(status(503))) {
      CapturedOutput told = CapturedOutput.by("robots", web.url("/"));
      assertEquals(ExitCode.FAILED, told.code());
      assertEquals(
          "unknown, so treated as disallowed for arachne: " + web.url("/"),
          told.outLines().getFirst());
    }
    try (var web = robots(Reply.reset())) {
      JsonNode told =
          new ObjectMapper().readTree(CapturedOutput.by("robots", "--json", web.url("/")).body());
      assertEquals(false, told.get("known").asBoolean());
      assertEquals("the connection was reset", told.get("robots").get(0).get("failure").asString());
    }
  }

  @Test
  void redirectsOfTheFileAreShown() {
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/robots.txt", redirect(301, "/rules")), route("/rules", text(RULES))))) {
      assertEquals(
          List.of(
              "robots.txt   " + web.url("/robots.txt") + "  301 -> /rules",
              "robots.txt   " + web.url("/rules") + "  200"),
          CapturedOutput.by("robots", web.url("/")).outLines().subList(3, 5));
    }
  }

  @Test
  void jsonTellsAllOfIt() {
    try (var web = robots(text(RULES))) {
      CapturedOutput told = CapturedOutput.by("robots", "--json", web.url("/private"));
      JsonNode json = new ObjectMapper().readTree(told.body());
      assertEquals(web.url("/private"), json.get("url").asString());
      assertEquals("arachne", json.get("agent").asString());
      assertEquals(false, json.get("allowed").asBoolean());
      assertEquals(true, json.get("known").asBoolean());
      assertEquals(5, json.get("line").asInt());
      assertEquals("Disallow: /private", json.get("reason").asString());
      assertEquals(1.5, json.get("crawlDelay").asDouble());
      assertEquals(200, json.get("robots").get(0).get("status").asInt());
      assertEquals(web.url("/map.xml"), json.get("sitemaps").get(0).asString());
      assertEquals(ExitCode.FAILED, told.code());
    }
  }

  @Test
  void aLineOfTheFileDoesNotActOnTheTerminal() {
    try (var web = robots(text("User-agent: *\nDisallow: /\u001b]0;title\u0007\n"))) {
      assertEquals(
          "line 2: Disallow: /\\u{1b}]0;title\\u{7}",
          CapturedOutput.by("robots", web.url("/%1B]0;title%07")).outLines().get(1));
    }
  }
}

package dev.arachne.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** The URL cases of the web-platform-tests that have http or https in them. */
class UrlSuiteTest {

  @TestFactory
  Stream<DynamicTest> resolvesAsBrowsersDo() {
    return Suites.read("url/http-only.json").valueStream().map(this::resolves);
  }

  private DynamicTest resolves(JsonNode row) {
    String input = row.get("input").asString();
    String name =
        input + (row.get("base").isNull() ? "" : " against " + row.get("base").asString());
    return dynamicTest(name, () -> check(row, input));
  }

  private static void check(JsonNode row, String input) {
    ParsedUrl actual =
        row.get("base").isNull()
            ? CrawlUrl.parse(input)
            : CrawlUrl.of(row.get("base").asString()).resolve(input);
    boolean disputed = !row.get("node20_agrees").asBoolean();
    if (row.get("fetch_url").isNull() || (disputed && actual instanceof RejectedUrl)) {
      assertInstanceOf(RejectedUrl.class, actual);
    } else {
      assertEquals(
          row.get("fetch_url").asString(), assertInstanceOf(CrawlUrl.class, actual).href());
    }
  }
}

package dev.arachne.sitemap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.arachne.testkit.Suites;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The sitemaps of crawler-commons' tests, and what its parser makes of them. */
class SitemapSuiteTest {

  @TestFactory
  Stream<DynamicTest> entriesAreThoseOfTheTable() {
    return cases("sitemaps/crawler-commons-sitemaps.json")
        .map(test -> dynamicTest(test.get("source").asString(), () -> check(test)));
  }

  private static Stream<JsonNode> cases(String name) {
    Optional<Path> file = Suites.file(name);
    assumeTrue(file.isPresent(), Suites.MISSING);
    return JsonMapper.shared().readTree(Suites.text(file.get())).valueStream();
  }

  private static void check(JsonNode test) throws IOException {
    CrawlUrl url = CrawlUrl.of(test.get("url").asString());
    List<SitemapEntry> entries = new ArrayList<>();
    Sitemap sitemap =
        new SitemapReader(options(test))
            .read(
                new ByteArrayInputStream(
                    Base64.getDecoder().decode(test.get("content_b64").asString())),
                url,
                (form, entry) -> entries.add(entry));
    if (test.has("error")) {
      assertEquals(List.of(), entries);
      boolean unknown = sitemap.form() == SitemapFormat.UNKNOWN;
      assertFalse(!unknown && sitemap.flaws().isEmpty(), sitemap.toString());
      return;
    }
    String type = test.get("type").asString();
    assertEquals(type.equals("XML") ? "URL_SET" : type, sitemap.form().name());
    List<String> expected = new ArrayList<>();
    for (JsonNode entry : test.get(test.get("is_index").asBoolean() ? "sitemaps" : "urls")) {
      expected.add(
          "%s %s %s %s %s"
              .formatted(
                  CrawlUrl.of(entry.get("loc").asString()),
                  stringOrNull(entry.get("lastmod")),
                  stringOrNull(entry.path("changefreq")),
                  entry.path("priority").asDouble(0.5),
                  entry.path("valid_location").asBoolean(true)));
    }
    boolean index = sitemap.form() == SitemapFormat.INDEX;
    assertEquals(
        String.join("\n", expected),
        String.join("\n", entries.stream().map(e -> row(e, index, url)).toList()));
  }

  private static String row(SitemapEntry entry, boolean index, CrawlUrl sitemap) {
    return "%s %s %s %s %s"
        .formatted(
            entry.url(),
            entry.lastModified().orElse(null),
            entry.changeFrequency().orElse(null),
            entry.priority(),
            index || SitemapEntryBuilder.covers(sitemap, entry.url()));
  }

  private static SitemapOptions options(JsonNode test) {
    return SitemapOptions.defaults()
        .location(
            test.get("strict_location").asBoolean()
                ? SitemapOptions.Location.OWN_DIRECTORY
                : SitemapOptions.Location.ANYWHERE)
        .namespace(
            test.get("strict_namespace").asBoolean()
                ? SitemapOptions.Namespace.STANDARD
                : SitemapOptions.Namespace.ANY);
  }

  private static @Nullable String stringOrNull(JsonNode node) {
    return node.isString() ? node.asString() : null;
  }
}

package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.url.CrawlUrl;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScriptUrlsTest {
  private static final CrawlUrl PAGE = CrawlUrl.of("http://a.example/dir/page");

  private static List<String> links(String document, String type) {
    var extractor =
        new LinkExtractor(LinkOptions.defaults().kinds(EnumSet.of(OutlinkKind.SCRIPT_URL)));
    return extractor.outlinks(document.getBytes(UTF_8), type, PAGE).stream()
        .map(link -> link.url().toString().replace("http://a.example", ""))
        .toList();
  }

  private static List<String> inScript(String script) {
    return links(script, "text/javascript; charset=utf-8");
  }

  @Test
  void stringsThatLookLikeUrlsAreFound() {
    assertEquals(List.of("/api/items?page=2"), inScript("fetch('/api/items?page=2')"));
    assertEquals(List.of("/a", "/b", "/c"), inScript("x = [\"/a\",'/b',`/c`]"));
    assertEquals(List.of("/dir/data/x.json"), inScript("load(\"data/x.json\")"));
    assertEquals(List.of("/dir/x", "/y"), inScript("import './x'; import '../y'"));
    assertEquals(List.of("https://b.example/z"), inScript("u=\"https:\\/\\/b.example\\/z\""));
    assertEquals(List.of("/caf%C3%A9"), inScript("'/café'"));
  }

  @Test
  void textTemplatesAndPatternsAreNotLinks() {
    for (String script :
        List.of(
            "'text/html'",
            "'application/json'",
            "\"/ a sentence\"",
            "'/users/${id}'",
            "`/users/{id}`",
            "'/'",
            "'//'",
            "'/*'",
            "'/:id'",
            "'http://'",
            "'no quote /x",
            "// a comment of /x and /y",
            "a/b/c",
            "'/a<b>'",
            "'mailto:x.html'",
            "'/" + "x".repeat(5_000) + "'")) {
      assertEquals(List.of(), inScript(script), script);
    }
  }

  @Test
  void anUnbalancedQuoteHidesNothingBehindIt() {
    assertEquals(List.of("/x"), inScript("/'/.test(s); go(\"/x\")"));
    assertEquals(List.of("/x"), inScript("don't; '/x'"));
  }

  @Test
  void scriptsInPagesAreReadAndDataIsNot() {
    String page =
        "<script>go('/a')</script><script type=module>go('/b')</script>"
            + "<script type=application/ld+json>{\"url\":\"/c\"}</script><p>'/d'</p>"
            + "<template><script>go('/e')</script></template><script>/* no end '/f'";
    assertEquals(List.of("/a", "/b", "/f"), links(page, "text/html"));
  }

  @Test
  void collectionsAreAbsentUnlessRequested() {
    var extractor = new LinkExtractor();
    for (String type : List.of("text/html", "text/javascript")) {
      assertEquals(
          List.of(), extractor.outlinks("<script>go('/a')</script>".getBytes(UTF_8), type, PAGE));
    }
  }
}

package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.options.CrawlOptions;
import dev.arachne.options.RenderPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Single-page sites as their frameworks build them, by {@code site/single-page/build}: each page is
 * the same document, and a router shows what its URL stands for.
 */
final class SinglePageSitesTest {
  private static final int ITEMS = 12;

  private static Reply reply(TestRequest request) {
    String path = request.path();
    String name = path.split("/", -1)[1];
    if (path.equals("/robots.txt") || path.equals("/favicon.ico")) {
      return Reply.status(404);
    }
    if (path.endsWith(".js")) {
      return ok("text/javascript", file(path.substring(1)));
    }
    if (path.endsWith("/data/items.json")) {
      List<Integer> items = new ArrayList<>();
      for (int i = 1; i <= ITEMS; i++) {
        items.add(i);
      }
      return ok("application/json", items.toString().getBytes(UTF_8));
    }
    if (path.endsWith(".json")) {
      String id = path.replaceAll(".*/(\\d+)\\.json", "$1");
      return ok(
          "application/json",
          ("{\"text\": \"The text of item " + id + ", which only its site knows.\"}")
              .getBytes(UTF_8));
    }
    return html(
        "<!DOCTYPE html><title>site</title><div id=app></div><script src=/%s.js></script>"
            .formatted(name));
  }

  private static byte[] file(String name) {
    try {
      return Files.readAllBytes(Path.of(System.getProperty("arachne.singlepage"), name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "react, ALWAYS",
    "vue, ALWAYS",
    "svelte, ALWAYS",
    "react, AUTO",
    "vue, AUTO",
    "svelte, AUTO"
  })
  void eachPageOfTheSiteIsFound(String name, RenderPolicy policy) throws Exception {
    assumeTrue(
        System.getProperty("arachne.singlepage") != null,
        "SKIPPED: no -Darachne.singlepage=DIR, which site/single-page/build makes");
    LocalChromium.assumeInstalled();
    Map<String, String> bodies = new ConcurrentHashMap<>();
    String root = "/" + name + "/";
    Set<String> all = new TreeSet<>(List.of(root, root + "moved", root + "target"));
    for (int i = 1; i <= ITEMS; i++) {
      all.add(root + "item/" + i);
      all.add(root + "item/" + i + "/details");
    }
    try (TestWeb web = TestWeb.plan().site("127.0.1.1", SinglePageSitesTest::reply).start()) {
      var options =
          CrawlOptions.crawlOf(web.url("127.0.1.1", root))
              .sitemaps(SitemapPolicy.IGNORE)
              .render(policy)
              .browserSandbox(LocalChromium.sandbox());
      var _ =
          new Crawl(options.build())
              .process(page -> bodies.put(page.url().path(), new String(page.body(), UTF_8)))
              .run();
    }
    Set<String> missed = new TreeSet<>(all);
    missed.removeAll(bodies.keySet());
    assertEquals(Set.of(), missed);
    for (int i = 1; i <= ITEMS; i++) {
      String body = bodies.get(root + "item/" + i);
      assertTrue(body.contains("The text of item " + i + ","), body);
    }
  }
}

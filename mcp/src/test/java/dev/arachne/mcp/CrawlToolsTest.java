package dev.arachne.mcp;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.Crawl;
import dev.arachne.mcp.McpServer.Answer;
import dev.arachne.options.AddressScope;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SearchIndex;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tools do, on real crawls. */
class CrawlToolsTest {
  @TempDir Path directory;

  private static Reply page(String title, String more) {
    return html(
        "<title>%s</title><h1>%s</h1><p>%s %s</p>"
            .formatted(
                title, title, "Words that make a paragraph of some length. ".repeat(9), more));
  }

  private static final TestSite SITE =
      TestSite.of(
          route("/robots.txt", Reply.text("User-agent: *\nDisallow: /secret\n")),
          route("/", page("Root", "<a href=/a>First</a><a href=/secret>S</a><a href=/b>B</a>")),
          route("/a", page("Page A", "<a href=/c>C</a>")),
          route("/b", status(404)),
          route("/c", page("Page C", "")));

  private McpServer server(AddressScope addresses) throws Exception {
    return new McpServer(
        CrawlTools.of(CrawlFolder.of(directory), addresses, story -> story.url() + " has a story"),
        "1");
  }

  private static Map<?, ?> call(McpServer server, String tool, Map<String, Object> arguments) {
    Answer answer =
        server.answer(
            new McpServer.Request(
                1, "tools/call", Map.of("name", tool, "arguments", arguments), false),
            new Cancellation());
    return (Map<?, ?>) answer.message().get("result");
  }

  private static Map<?, ?> values(Map<?, ?> result) {
    assertEquals(false, result.get("isError"), result::toString);
    return (Map<?, ?>) result.get("structuredContent");
  }

  private static String text(Map<?, ?> result) {
    return ((Map<?, ?>) ((List<?>) result.get("content")).getFirst()).get("text").toString();
  }

  @Test
  void aCrawlOfTheUserIsReadAndLeftAsItIs() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      Path own = directory.resolve("127.0.0.1_" + web.port() + ".crawl");
      new Crawl(CrawlOptions.crawlOf(web.url("/")).directory(own).index(SearchIndex.PAGES).build())
          .run();
      byte[] options = Files.readAllBytes(own.resolve("options"));
      McpServer server = server(AddressScope.ANY);
      Map<?, ?> crawled =
          values(call(server, "crawl", Map.of("url", web.url("/"), "maxPages", 1L, "fresh", true)));
      assertEquals("127.0.0.1_" + web.port() + ".mcp.crawl", crawled.get("crawl"));
      assertArrayEquals(options, Files.readAllBytes(own.resolve("options")));
      String name = own.getFileName().toString();
      assertEquals(
          4L, values(call(server, "status", Map.of("crawl", name))).get("fetched"), "as before");
    }
  }

  @Test
  void aSiteIsCrawledWithinBoundsAndRead() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      McpServer server = server(AddressScope.ANY);
      Map<?, ?> crawled =
          values(call(server, "crawl", Map.of("url", web.url("/"), "maxPages", 2L)));
      assertEquals(2L, crawled.get("fetched"));
      assertEquals("LIMIT", crawled.get("stoppedBy"));
      assertEquals(crawled.get("crawl"), values(call(server, "status", Map.of())).get("crawl"));
      crawled = values(call(server, "crawl", Map.of("url", web.url("/"), "maxPages", 50L)));
      assertEquals("NOTHING_LEFT", crawled.get("stoppedBy"));
      assertEquals(4L, crawled.get("fetched"));
      assertTrue(((Number) crawled.get("skipped")).longValue() >= 1);
      assertFalse(web.targets().contains("/secret"));
      Map<?, ?> read = values(call(server, "read", Map.of("url", web.url("/a"))));
      assertTrue(read.get("markdown").toString().startsWith("# Page A\n\nWords"));
      assertEquals("Page A", read.get("title"));
      assertTrue(read.get("digest").toString().startsWith("sha256:"));
      String part =
          text(call(server, "read", Map.of("url", web.url("/a"), "from", 2L, "characters", 4L)));
      assertTrue(part.endsWith("\n\nPage\n\n(it goes on: read from 6)\n"), part);
      Map<?, ?> found = values(call(server, "search", Map.of("query", "title:page", "limit", 1L)));
      assertEquals(2L, found.get("total"));
      assertEquals(1, ((List<?>) found.get("hits")).size());
      Map<?, ?> links = values(call(server, "links", Map.of("url", web.url("/"))));
      assertEquals(
          Map.of("url", web.url("/a"), "text", "First"), ((List<?>) links.get("links")).getFirst());
      assertEquals(
          web.url("/b") + " has a story", text(call(server, "why", Map.of("url", web.url("/b")))));
      Map<?, ?> gone = call(server, "read", Map.of("url", web.url("/b")));
      assertTrue(text(gone).contains("ask why"), gone::toString);
      assertEquals(true, gone.get("isError"));
    }
  }

  @Test
  void aPrivateAddressIsNotAskedUnlessTheUserSaidSo() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      Map<?, ?> crawled =
          values(call(server(AddressScope.PUBLIC_ONLY), "crawl", Map.of("url", web.url("/"))));
      assertEquals(0L, crawled.get("fetched"));
      assertTrue(crawled.get("failed").toString().contains("no page"));
      assertEquals(0, web.requestCount());
    }
  }

  @Test
  void aCrawlThatIsNotWantedAnyMoreEnds() throws Exception {
    try (TestWeb web =
        TestWeb.serve(request -> request.target().equals("/") ? Reply.hang() : status(404))) {
      var cancellation = new Cancellation();
      cancellation.end();
      Answer answer =
          server(AddressScope.ANY)
              .answer(
                  new McpServer.Request(
                      1,
                      "tools/call",
                      Map.of(
                          "name",
                          "crawl",
                          "arguments",
                          Map.of("url", web.url("/"), "maxSeconds", 600L)),
                      false),
                  cancellation);
      assertTrue(answer.message().toString().contains("INTERRUPT"), answer::toString);
    }
  }

  @Test
  void withoutACrawlOrAnIndexAToolSaysWhatToDo() throws Exception {
    McpServer server = server(AddressScope.ANY);
    assertTrue(text(call(server, "status", Map.of())).contains("call crawl with a URL first"));
    assertTrue(
        text(call(server, "status", Map.of("crawl", "../x"))).contains("there is no crawl ../x"));
  }
}

package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.directory.UrlStory;
import dev.arachne.items.ItemRules;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.Priority;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ItemOrder;
import dev.arachne.options.LinkGroup;
import dev.arachne.options.RenderPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlReport;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls that follow the JSON that scripts request, with the Chromium of this machine. */
final class ApiCrawlTest {
  private static final String HOST = "127.0.1.1";

  @TempDir private Path temporary;

  private final Map<String, String> bodies = new ConcurrentHashMap<>();

  @BeforeEach
  void thereIsABrowser() {
    LocalChromium.assumeInstalled();
  }

  private static Reply json(String type, String text) {
    return ok(type, text.getBytes(UTF_8));
  }

  /** A list that its script loads, page by page, and other requests of a script. */
  private static TestWeb web() {
    return TestWeb.plan()
        .site(
            HOST,
            TestSite.of(
                route("/robots.txt", text("User-agent: *\nDisallow: /closed")),
                route(
                    "/",
                    html(
                        """
                        <ul></ul><a href=/about>about</a><script>
                        const get = async url => {
                          const answer = await fetch(url), list = await answer.json();
                          for (const film of list.films) document.querySelector('ul').append(film.title);
                          if (list.next) await get(list.next);
                        };
                        get('/films?page=1');
                        for (const url of ['/data.txt', '/gone.json', '/closed.json', '/moved', '/out.json'])
                          fetch(url);
                        fetch('/posted.json', {method: 'POST'});
                        </script>
                        """)),
                route("/about", html("<script>fetch('/films?page=1')</script>")),
                route(
                    "/films?page=1",
                    json(
                        "application/json",
                        "{\"films\": [{\"title\": \"A\"}, {\"title\": \"B\"}],"
                            + " \"next\": \"/films?page=2\"}")),
                route(
                    "/films?page=2",
                    json(
                        "application/vnd.films+json; charset=utf-8",
                        "{\"films\": [{\"title\": \"C\"}]}")),
                route("/data.txt", text("{}")),
                route("/moved", redirect(302, "/target.json")),
                route("/target.json", json("application/json", "{}")),
                route("/posted.json", json("application/json", "{}")),
                route("/out.json", json("application/json", "{}")),
                route("/closed.json", json("application/json", "{}"))))
        .start();
  }

  private static CrawlOptions.Builder rendering(String root) {
    return CrawlOptions.crawlOf(root)
        .sitemaps(SitemapPolicy.IGNORE)
        .render(RenderPolicy.ALWAYS)
        .browserSandbox(LocalChromium.sandbox());
  }

  private CrawlReport crawl(CrawlOptions options) throws Exception {
    return new Crawl(options)
        .process(page -> bodies.put(page.url().pathAndQuery(), new String(page.body(), UTF_8)))
        .run();
  }

  private static long times(TestWeb web, String target) {
    return web.targets().stream().filter(target::equals).count();
  }

  @Test
  void jsonThatScriptsRequestBecomesPages() throws Exception {
    Path directory = temporary.resolve("crawl");
    try (TestWeb web = web()) {
      var _ =
          crawl(
              rendering(web.url(HOST, "/"))
                  .follow(EnumSet.of(LinkGroup.PAGES, LinkGroup.API))
                  .include(List.of(Pattern.compile("/((about|films|target).*)?$")))
                  .directory(directory)
                  .build());
      assertEquals(
          Set.of("/", "/about", "/films?page=1", "/films?page=2", "/target.json"), bodies.keySet());
      assertTrue(bodies.get("/films?page=2").contains("\"C\""), bodies.get("/films?page=2"));
      assertEquals(0, times(web, "/posted.json"));
      assertEquals(0, times(web, "/closed.json"));
      assertEquals(1, times(web, "/data.txt"), "as a subresource only");
      assertEquals(1, times(web, "/gone.json"));
      assertEquals(1, times(web, "/out.json"), "not in scope");
      assertEquals(2, times(web, "/films?page=2"), "as a subresource, and as a page");
      UrlStory story = UrlStory.of(web.url(HOST, "/films?page=2"), directory);
      var found = (LedgerEntry.Found) story.entries().getFirst();
      assertEquals(Priority.API, found.discovery().priority());
      assertEquals(1, found.discovery().depth());
      assertEquals(web.url(HOST, "/"), story.way().getFirst().toString());
      var outside =
          (LedgerEntry.Found)
              UrlStory.of(web.url(HOST, "/out.json"), directory).entries().getFirst();
      assertTrue(outside.rejection().isPresent(), outside::toString);
      List<Violation> violations = new ArrayList<>();
      var _ = CrawlAudit.of(directory, violations::add);
      assertEquals(List.of(), violations);
    }
  }

  @Test
  void withoutTheKindItDoesNot() throws Exception {
    try (TestWeb web = web()) {
      var _ = crawl(rendering(web.url(HOST, "/")).build());
      assertEquals(Set.of("/", "/about"), bodies.keySet());
      assertEquals(1, times(web, "/films?page=2"));
    }
  }

  @Test
  void rulesScrapeTheJsonThatScriptsRequest() throws Exception {
    ItemRules rules =
        ItemRules.parse("films.yaml", "{item: 'json:$.films[*]', fields: {title: 'json:$.title'}}");
    List<String> records = new ArrayList<>();
    try (TestWeb web = web()) {
      CrawlOptions options =
          rendering(web.url(HOST, "/")).follow(Set.of(LinkGroup.API)).rules(rules).build();
      var _ =
          new Crawl(options)
              .scrape(
                  new RuleScraper(rules),
                  ItemOrder.PAGES,
                  (_, items) -> items.forEach(item -> records.add("" + item.values())))
              .run();
      assertEquals(List.of("{title=A}", "{title=B}", "{title=C}"), records);
    }
  }

  @Test
  void rulesSayWhichJsonLeadsOn() throws Exception {
    ItemRules rules =
        ItemRules.parse(
            "films.yaml",
            """
            pages:
              - {url: /films, item: 'json:$.films[*]', fields: {title: 'json:$.title'}}
              - {render: always, api: page=2}
            """);
    List<String> records = new ArrayList<>();
    try (TestWeb web = web()) {
      CrawlOptions.Builder options =
          rendering(web.url(HOST, "/")).render(RenderPolicy.NEVER).follow(Set.of()).rules(rules);
      var _ =
          new Crawl(options.build())
              .scrape(
                  new RuleScraper(rules),
                  ItemOrder.PAGES,
                  (_, items) -> items.forEach(item -> records.add("" + item.values())))
              .run();
      assertEquals(List.of("{title=C}"), records);
      assertEquals(1, times(web, "/films?page=1"));
      assertEquals(2, times(web, "/films?page=2"));
      ItemRules without = ItemRules.parse("x", "{api: page=2, fields: {title: h1}}");
      var refusal =
          assertThrows(
              UsageException.class,
              new Crawl(options.rules(without).build()).scrape(new RuleScraper(without))::run);
      assertTrue(refusal.toString().contains("api in the rules: follows"), refusal::toString);
    }
  }

  @Test
  void samplesGainByJsonThatIsFollowed() throws Exception {
    try (TestWeb web = web()) {
      var _ =
          crawl(
              rendering(web.url(HOST, "/about"))
                  .render(RenderPolicy.AUTO)
                  .follow(Set.of(LinkGroup.API))
                  .directory(temporary.resolve("crawl"))
                  .build());
      assertEquals(Set.of("/about", "/films?page=1"), bodies.keySet());
      UrlStory story = UrlStory.of(web.url(HOST, "/about"), temporary.resolve("crawl"));
      assertEquals(1, story.renderings().get(story.entries().size() - 1).links());
    }
  }

  @Test
  void itNeedsABrowser() {
    var crawl =
        new Crawl(CrawlOptions.crawlOf("http://127.0.0.1/").follow(Set.of(LinkGroup.API)).build());
    var refusal = assertThrows(UsageException.class, crawl::run);
    assertTrue(refusal.toString().contains("--follow api: follows"), refusal::toString);
  }
}

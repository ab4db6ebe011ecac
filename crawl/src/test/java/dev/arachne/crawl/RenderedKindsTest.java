package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.directory.UrlStory;
import dev.arachne.items.ItemRules;
import dev.arachne.ledger.RenderingNote;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ItemOrder;
import dev.arachne.options.RenderPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlReport;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scrapes whose rules have pages of some kinds rendered, by the Chromium of this machine. */
final class RenderedKindsTest {
  private static final String TITLE = "<title>served</title><script>document.title = 'made'";

  @TempDir private Path temporary;

  private final List<String> records = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void thereIsABrowser() {
    LocalChromium.assumeInstalled();
  }

  /** Three films, three news and a page about them; scripts change the title of each. */
  private static TestSite site() {
    List<Route> routes = new ArrayList<>();
    var links = new StringBuilder("<a href=/about>about</a>");
    for (int i = 1; i <= 3; i++) {
      links.append("<a href=/film/%1$d>a</a><a href=/news/%1$d>a</a>".formatted(i));
      routes.add(route("/film/" + i, html(TITLE + "</script>film " + i)));
      routes.add(route("/news/" + i, html(TITLE + "</script>news " + i)));
    }
    routes.add(route("/about", html(TITLE + "</script>")));
    routes.add(route("/", html(TITLE + "</script>" + links)));
    return TestSite.of(routes.toArray(Route[]::new));
  }

  private CrawlOptions.Builder scraping(String rules, String root) throws Exception {
    return CrawlOptions.crawlOf(root)
        .follow(Set.of())
        .rules(ItemRules.parse("rules.yaml", rules))
        .browserSandbox(LocalChromium.sandbox());
  }

  private CrawlReport scrape(CrawlOptions options) throws Exception {
    return new Crawl(options)
        .scrape(
            new RuleScraper(options.outputs().rules().orElseThrow()),
            ItemOrder.PAGES,
            (page, items) ->
                items.forEach(item -> records.add(page.path() + " " + item.values().get("title"))))
        .run();
  }

  private Optional<RenderingNote> note(String url) throws Exception {
    UrlStory story = UrlStory.of(url, temporary.resolve("scrape"));
    return Optional.ofNullable(story.renderings().get(story.entries().size() - 1));
  }

  @Test
  void onlyPagesOfKindsThatAskForItAreRendered() throws Exception {
    String rules =
        """
        pages:
          - {url: /film/, render: always, fields: {title: title}}
          - {url: /news/, fields: {title: title}}
          - {follow: a, fields: {title: title}}
        """;
    try (TestWeb web = TestWeb.serve(site())) {
      CrawlReport report =
          scrape(scraping(rules, web.url("/")).directory(temporary.resolve("scrape")).build());
      assertEquals(
          List.of(
              "/ served",
              "/about served",
              "/film/1 made",
              "/film/2 made",
              "/film/3 made",
              "/news/1 served",
              "/news/2 served",
              "/news/3 served"),
          records.stream().sorted().toList());
      assertEquals(3, report.renderings().orElseThrow().rendered());
      RenderingNote film = note(web.url("/film/1")).orElseThrow();
      assertEquals("since the rules ask for it for pages of kind /film/", film.why());
      assertEquals(Optional.empty(), note(web.url("/news/1")));
      assertEquals(Optional.empty(), note(web.url("/about")));
    }
  }

  @Test
  void rulesComeBeforeThePolicyOfTheCrawl() throws Exception {
    String rules =
        """
        pages:
          - {url: /film/, render: never, fields: {title: title}}
          - {url: /news/, fields: {title: title}}
          - {render: never, follow: a, fields: {title: title}}
        """;
    try (TestWeb web = TestWeb.serve(site())) {
      CrawlReport report =
          scrape(
              scraping(rules, web.url("/"))
                  .render(RenderPolicy.ALWAYS)
                  .directory(temporary.resolve("scrape"))
                  .build());
      assertEquals(
          List.of("/news/1 made", "/news/2 made", "/news/3 made"),
          records.stream().filter(record -> record.endsWith(" made")).sorted().toList());
      assertEquals(8, records.size());
      CrawlReport.RenderTally tally = report.renderings().orElseThrow();
      assertEquals(3, tally.rendered());
      assertEquals(0, tally.passed(), "passed, though no sample decided");
      RenderingNote film = note(web.url("/film/1")).orElseThrow();
      assertEquals(RenderingNote.Way.PASSED, film.way());
      assertEquals("the rules ask for it for pages of kind /film/", film.why());
      assertEquals(
          "the rules ask for it for all other pages", note(web.url("/about")).orElseThrow().why());
      assertEquals("", note(web.url("/news/1")).orElseThrow().why());
    }
  }

  @Test
  void pagesOfAKindCanBeJudgedBySamples() throws Exception {
    List<Route> routes = new ArrayList<>();
    var links = new StringBuilder();
    for (int i = 1; i <= 10; i++) {
      links.append("<a href=/film/%1$d>a</a><a href=/news/%1$d>a</a>".formatted(i));
      routes.add(route("/film/" + i, html("<title>film</title><script>let complete = 1</script>")));
      routes.add(route("/news/" + i, html(TITLE + "</script>")));
    }
    routes.add(route("/", html(links.toString())));
    String rules =
        """
        pages:
          - {url: /film/, render: auto, fields: {title: title}}
          - {url: /news/, render: always, fields: {title: title}}
          - {follow: a}
        """;
    try (TestWeb web = TestWeb.serve(TestSite.of(routes.toArray(Route[]::new)))) {
      CrawlReport report = scrape(scraping(rules, web.url("/")).build());
      CrawlReport.RenderTally tally = report.renderings().orElseThrow();
      assertEquals(2, tally.samples(), tally::toString);
      assertEquals(12, tally.rendered(), tally::toString);
      assertEquals(8, tally.passed(), tally::toString);
      assertEquals(10, records.stream().filter(record -> record.endsWith(" made")).count());
    }
  }

  @Test
  void rulesThatAskForABrowserNeedOne() throws Exception {
    String rules = "pages: [{url: /film/, render: auto, fields: {title: title}}, {follow: a}]";
    try (TestWeb web = TestWeb.serve(site())) {
      Path directory = temporary.resolve("scrape");
      CrawlOptions options =
          scraping(rules, web.url("/"))
              .browser(temporary.resolve("none"))
              .directory(directory)
              .build();
      var refusal = assertThrows(UsageException.class, () -> scrape(options));
      assertTrue(
          refusal.toString().contains("--render: the browser does not start"), refusal::toString);
      assertEquals(0, web.requestCount());
      assertFalse(Files.exists(directory));
      CrawlOptions without =
          scraping(rules.replace("auto", "never"), web.url("/"))
              .browser(temporary.resolve("none"))
              .directory(directory)
              .build();
      assertEquals(Optional.empty(), scrape(without).renderings());
      assertEquals(3, records.size());
    }
  }
}

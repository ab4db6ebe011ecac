package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.frontier.HostPartition;
import dev.arachne.items.FillRate;
import dev.arachne.items.Item;
import dev.arachne.items.ItemForm;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ItemFile;
import dev.arachne.options.ItemOrder;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlReport;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TopFilms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of a list with fields of their detail pages. */
class JoinedScrapeTest {
  @TempDir Path temporary;

  private Path file() {
    return temporary.resolve("items.jsonl");
  }

  private CrawlOptions.Builder options(TestWeb web, String rules) throws Exception {
    return CrawlOptions.crawlOf(web.url("/"))
        .follow(Set.of())
        .rules(ItemRules.parse("x.yaml", rules))
        .items(ItemFile.overwrite(file()));
  }

  private static TestWeb web(Route... routes) {
    Route[] all = Arrays.copyOf(routes, routes.length + 1);
    all[routes.length] = route("/robots.txt", Reply.text("User-agent: *\nDisallow: /secret\n"));
    return TestWeb.serve(TestSite.of(all));
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(file());
  }

  private List<String> sorted() throws IOException {
    return lines().stream().sorted().toList();
  }

  private static List<String> pages(TestWeb web) {
    return web.targets().stream().filter(it -> !it.equals("/robots.txt")).sorted().toList();
  }

  private static final String LIST =
      """
      item: li
      next: .next
      fields: {n: i}
      detail:
        url: a
        fields: {t: h1}
      """;

  private static String entry(String name, String path) {
    return "<li><i>" + name + "</i><a href='" + path + "'>x</a></li>";
  }

  @Test
  void oneOfSeveralShardsRefusesDetailPages() throws Exception {
    try (TestWeb web = web(route("/", html("")))) {
      var place = new ShardMembership(new HostPartition(0, 2), _ -> {}, Optional.empty());
      Crawl crawl = new Crawl(options(web, LIST).build()).shard(place);
      String why = assertThrows(UsageException.class, crawl::run).getMessage();
      assertTrue(why.contains("leave detail out"), why);
      assertEquals(List.of(), web.targets());
    }
  }

  @Test
  void twoEntriesWithOneDetailPageAreTwoRecordsAndOneRequest() throws Exception {
    try (TestWeb web =
        web(
            route("/", html(entry("1", "/d") + entry("2", "/d") + "<a class=next href=/p2>")),
            route("/p2", html(entry("3", "/d") + entry("4", "/e"))),
            route("/d", html("<h1>D")),
            route("/e", html("<h1>E")))) {
      CrawlReport report = new Crawl(options(web, LIST).build()).run();
      assertEquals(
          List.of(
              "{\"n\":\"1\",\"t\":\"D\"}",
              "{\"n\":\"2\",\"t\":\"D\"}",
              "{\"n\":\"3\",\"t\":\"D\"}",
              "{\"n\":\"4\",\"t\":\"E\"}"),
          sorted());
      assertEquals(List.of("/", "/d", "/e", "/p2"), pages(web));
      CrawlReport.ItemTally items = report.items().orElseThrow();
      assertEquals(4, items.complete());
      assertEquals(0, items.alone());
      assertEquals(List.of(100, 100), items.fields().stream().map(FillRate::percent).toList());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRecordWithoutItsDetailPageIsWrittenUnlessItNeedsAFieldOfIt(boolean isRequired)
      throws Exception {
    try (TestWeb web =
        web(
            route(
                "/",
                html(
                    entry("ok", "/d")
                        + entry("gone", "/gone")
                        + entry("broken", "/broken")
                        + entry("forbidden", "/secret/1")
                        + entry("foreign", "http://other.invalid/")
                        + entry("loop", "/loop")
                        + entry("empty", "/empty")
                        + "<li><i>none</i></li>")),
            route("/d", html("<h1>D")),
            route("/gone", status(404)),
            route("/broken", Reply.close()),
            route("/loop", redirect(302, "/loop2")),
            route("/loop2", redirect(302, "/loop")),
            route("/empty", html("<p>nothing")))) {
      String rules = isRequired ? LIST.replace("t: h1", "'t:required': h1") : LIST;
      CrawlReport report = new Crawl(options(web, rules).maxTries(1).build()).run();
      List<String> alone =
          List.of("broken", "empty", "foreign", "forbidden", "gone", "loop", "none");
      List<String> expected = new ArrayList<>();
      if (!isRequired) {
        alone.forEach(name -> expected.add("{\"n\":\"" + name + "\"}"));
      }
      expected.add("{\"n\":\"ok\",\"t\":\"D\"}");
      expected.sort(null);
      assertEquals(expected, sorted());
      CrawlReport.ItemTally items = report.items().orElseThrow();
      assertEquals(expected.size(), items.complete());
      assertEquals(8 - expected.size(), items.incomplete());
      assertEquals(7, items.alone());
      assertEquals(100 / 8, items.fields().getLast().percent());
    }
  }

  @Test
  void aRedirectLeadsToTheDetailPage() throws Exception {
    try (TestWeb web =
        web(
            route("/", html(entry("1", "/moved") + entry("2", "/d") + entry("3", "/away"))),
            route("/moved", redirect(301, "/moved2")),
            route("/moved2", redirect(302, "/d")),
            route("/away", redirect(302, "http://other.invalid/")),
            route("/d", html("<h1>D").after(Duration.ofMillis(100))))) {
      new Crawl(options(web, LIST).build()).run();
      assertEquals(
          List.of("{\"n\":\"1\",\"t\":\"D\"}", "{\"n\":\"2\",\"t\":\"D\"}", "{\"n\":\"3\"}"),
          sorted());
      assertEquals(List.of("/", "/away", "/d", "/moved", "/moved2"), pages(web));
    }
  }

  @Test
  void aPageMayBeVisitedBeforeTheEntryThatLeadsToItIsFound() throws Exception {
    String rules =
        """
        pages:
          - url: /$
            follow: a
          - url: /list
            item: li
            fields: {n: i}
            detail: {url: a, fields: {t: h1}}
        """;
    try (TestWeb web =
        web(
            route("/", html("<a href=/d></a><a href=/list>")),
            route("/list", html(entry("1", "/d")).after(Duration.ofMillis(200))),
            route("/d", html("<h1>D")))) {
      new Crawl(options(web, rules).build()).run();
      assertEquals(List.of("{\"n\":\"1\",\"t\":\"D\"}"), lines());
      assertEquals(List.of("/", "/d", "/list"), pages(web));
    }
  }

  @Test
  void theRulesOfListsDoNotApplyToDetailPages() throws Exception {
    String rules =
        """
        follow: .more
        fields: {n: h1}
        detail: {url: .detail, fields: {t: h1}}
        """;
    try (TestWeb web =
        web(
            route("/", html("<h1>0<a class=detail href=/d></a><a class=more href=/1>")),
            route("/d", html("<h1>D<a class=detail href=/x></a><a class=more href=/x>")),
            route("/1", html("<h1>1<a class=detail href=/d></a>")))) {
      new Crawl(options(web, rules).maxDepth(1).build()).run();
      assertEquals(List.of("{\"n\":\"0\",\"t\":\"D\"}", "{\"n\":\"1\",\"t\":\"D\"}"), sorted());
      assertEquals(List.of("/", "/1", "/d"), pages(web));
    }
  }

  @Test
  void inOrderARecordHasThePlaceOfItsEntry() throws Exception {
    try (TestWeb web =
        web(
            route(
                "/",
                html(
                    entry("1", "/slow")
                        + "<li><i>2</i></li>"
                        + entry("3", "/fast")
                        + "<a class=next href=/p2>")),
            route("/p2", html(entry("4", "/fast") + entry("5", "/gone") + entry("6", "/moved"))),
            route("/slow", html("<h1>S").after(Duration.ofMillis(300))),
            route("/fast", html("<h1>F")),
            route("/gone", status(404).after(Duration.ofMillis(100))),
            route("/moved", redirect(301, "/slow")))) {
      CrawlOptions options =
          options(web, LIST)
              .order(ItemOrder.PAGES)
              .format(ItemFormat.csv(List.of("n", "t")))
              .items(
                  ItemFile.overwrite(file()).in(ItemForm.JSONL),
                  ItemFile.overwrite(temporary.resolve("items.csv")))
              .build();
      new Crawl(options).run();
      String expected = "1S 2 3F 4F 5 6S";
      assertEquals(expected, names(lines()));
      assertEquals(
          "n,t 1,S 2, 3,F 4,F 5, 6,S",
          String.join(" ", Files.readAllLines(temporary.resolve("items.csv"))));
    }
  }

  private static String names(List<String> lines) {
    return String.join(" ", lines)
        .replace("{\"n\":\"", "")
        .replace("\",\"t\":\"", "")
        .replace("\"}", "");
  }

  private static final String FILMS =
      """
      item: li.film
      next: .next
      fields: {rank: .rank}
      detail: {url: a, fields: {director: .director}}
      """;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyRecordIsThereOnceHoweverOftenTheScrapeWasStopped(boolean isOrdered) throws Exception {
    var films = new TopFilms();
    List<String> expected = films();
    try (TestWeb web =
        TestWeb.serve(request ->
            films.reply(request).after(Duration.ofMillis(request.target().hashCode() & 15)))) {
      CrawlReport report = null;
      for (long limit = 3; report == null || report.toDo() > 0; limit += 23) {
        CrawlOptions options =
            options(web, FILMS)
                .order(isOrdered ? ItemOrder.PAGES : ItemOrder.ARRIVAL)
                .directory(temporary.resolve("kept"))
                .maxPages(limit)
                .build();
        report = new Crawl(options).run();
        List<String> lines = lines();
        assertEquals(lines.size(), expected.stream().filter(lines::contains).count(), "once");
        if (isOrdered) {
          assertEquals(expected.subList(0, lines.size()), lines);
        }
      }
      assertEquals(250, report.items().orElseThrow().complete());
      assertEquals(0, report.items().orElseThrow().held());
      assertEquals(260, pages(web).size(), "each page once");
    }
    assertEquals(250, lines().size());
  }

  private static List<String> films() {
    return IntStream.rangeClosed(1, 250)
        .mapToObj(
            rank -> Item.of("rank", "" + rank).and("director", TopFilms.film(rank).director()))
        .map(item -> ItemFormat.jsonLines().line(item).strip())
        .toList();
  }

  @Test
  void atALimitRecordsWaitForTheNextRun() throws Exception {
    try (TestWeb web =
        web(
            route("/", html(entry("1", "/d") + entry("2", "/e"))),
            route("/d", html("<h1>D")),
            route("/e", html("<h1>E")))) {
      CrawlOptions.Builder kept = options(web, LIST).directory(temporary.resolve("kept")).tasks(1);
      CrawlReport first = new Crawl(kept.maxPages(2).build()).run();
      assertEquals(1, lines().size());
      assertEquals(1, first.items().orElseThrow().held());
      new Crawl(options(web, LIST).directory(temporary.resolve("kept")).build()).run();
      assertEquals("1D 2E", names(sorted()));
      Files.delete(file());
      new Crawl(options(web, LIST).tasks(1).maxPages(2).build()).run();
      assertEquals("1D 2", names(sorted()), "a crawl in memory has no next run");
    }
  }
}

package dev.arachne.road;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.raw;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/** What is asked of every stage. */
final class RoadTest {
  private static final LinkedPages SITE = new LinkedPages(30, 9_000, 6, 1);

  private static final List<Road> CRAWLING =
      Arrays.stream(Road.values()).filter(road -> road.stage(1) instanceof CrawlingStage).toList();

  @ParameterizedTest
  @EnumSource
  void itReturnsThePagesInTheOrderOfTheirUrls(Road road) throws Exception {
    try (var web = TestWeb.serve(SITE)) {
      List<CrawlUrl> urls =
          IntStream.iterate(29, i -> i >= 0, i -> i - 1)
              .mapToObj(i -> CrawlUrl.of(web.url(LinkedPages.path(i))))
              .toList();
      List<FetchedPage> pages = fetch(road.stage(8), urls);
      assertEquals(urls, pages.stream().map(FetchedPage::url).toList());
      for (int i = 0; i < 30; i++) {
        assertEquals(200, pages.get(29 - i).status());
        assertArrayEquals(SITE.page(i), pages.get(29 - i).body());
      }
      assertEquals(30, web.requestCount());
    }
  }

  @ParameterizedTest
  @EnumSource
  void pagesAtATimeAreBounded(Road road) throws Exception {
    try (var web = TestWeb.serve(SITE.with(reply -> reply.after(Duration.ofMillis(5))))) {
      List<CrawlUrl> urls =
          IntStream.range(0, 30).mapToObj(i -> CrawlUrl.of(web.url(LinkedPages.path(i)))).toList();
      fetch(road.stage(3), urls);
      assertTrue(web.peakRequests() <= road.atATime(3), "" + web.peakRequests());
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerOfAnyStatusIsAPage(Road road) throws Exception {
    var site = TestSite.of(route("/", html("<p>here")), route("/empty", html("")));
    try (var web = TestWeb.serve(site)) {
      List<FetchedPage> pages =
          fetch(
              road.stage(8),
              Stream.of("/", "/none", "/empty").map(web::url).map(CrawlUrl::of).toList());
      assertEquals(List.of(200, 404, 200), pages.stream().map(FetchedPage::status).toList());
      assertEquals(
          List.of("<p>here", "<h1>404</h1>", ""),
          pages.stream().map(page -> new String(page.body(), StandardCharsets.UTF_8)).toList());
    }
  }

  @ParameterizedTest
  @EnumSource
  void missingInputIsNamed(Road road) throws Exception {
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/", html("<p>here")),
                route("/cut", html("<p>" + "not all of it ".repeat(9)).cutAfter(150)),
                route("/noise", raw("this is no HTTP\r\n\r\n")),
                route("/silence", raw(""))))) {
      for (String target : List.of("/cut", "/noise", "/silence")) {
        assertFailsAt(web.url(target), web.url("/"), road);
      }
      assertFailsAt("http://127.0.0.1:" + closedPort() + "/", web.url("/"), road);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatStaysSilentIsGivenUpAndNamed(Road road) {
    try (var web = TestWeb.serve(TestSite.of(route("/", Reply.hang())))) {
      var urls = List.of(CrawlUrl.of(web.url("/")));
      var failure =
          assertThrows(IOException.class, () -> fetch(road.stage(8, Duration.ofMillis(50)), urls));
      String silence =
          road == Road.TASK_QUEUE_WORKER
              ? "nothing happened for PT0.05S, with 1 to do"
              : urls.getFirst() + ": ";
      assertTrue(failure.getMessage().startsWith(silence), failure.getMessage());
    }
  }

  private static void assertFailsAt(String bad, String good, Road road) {
    var urls = Stream.of(good, bad).map(CrawlUrl::of).toList();
    var failure = assertThrows(IOException.class, () -> fetch(road.stage(8), urls), bad);
    String message = failure.getMessage();
    assertTrue(message.startsWith(bad + ": ") && !message.endsWith("null"), message);
  }

  private static int closedPort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @ParameterizedTest
  @FieldSource("CRAWLING")
  void aCrawlFindsEveryPageAndAsksForEachOnce(Road road) throws Exception {
    try (var web = TestWeb.serve(SITE)) {
      Map<CrawlUrl, FetchedPage> pages = crawl(road, web.url("/"));
      Map<CrawlUrl, Integer> found = new HashMap<>();
      pages.forEach((url, page) -> found.put(url, Arrays.hashCode(page.body())));
      Map<CrawlUrl, Integer> all = new HashMap<>();
      for (int i = 0; i < 30; i++) {
        all.put(CrawlUrl.of(web.url(LinkedPages.path(i))), Arrays.hashCode(SITE.page(i)));
      }
      assertEquals(all, found);
      var asked = new ArrayList<>(web.targets());
      asked.sort(null);
      assertEquals(List.copyOf(new TreeSet<>(asked)), asked);
      assertTrue(web.peakRequests() <= 4, "" + web.peakRequests());
    }
  }

  @ParameterizedTest
  @FieldSource("CRAWLING")
  void aCrawlStopsWhereNothingIsLinkedAndStaysOnItsServer(Road road) throws Exception {
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/", html("<a href=/><a href=/x><a href=http://elsewhere.invalid/>")),
                route("/x", status(410))))) {
      assertEquals(2, crawl(road, web.url("/")).size());
    }
  }

  @ParameterizedTest
  @FieldSource("CRAWLING")
  void aPageThatCannotBeHadEndsTheCrawlWithItsName(Road road) {
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/", html("<a href=/good><a href=/bad>")),
                route("/good", html("")),
                route("/bad", raw(""))))) {
      var failure = assertThrows(IOException.class, () -> crawl(road, web.url("/")));
      assertTrue(failure.getMessage().startsWith(web.url("/bad") + ": "), failure.getMessage());
    }
  }

  @ParameterizedTest
  @FieldSource("CRAWLING")
  void aPageThatCannotBeReadForItsLinksIsNamed(Road road) {
    try (var web = TestWeb.serve(SITE)) {
      var root = CrawlUrl.of(web.url("/"));
      LinkFinder broken =
          _ -> {
            throw new IllegalStateException("no links today");
          };
      var stage = (CrawlingStage) road.stage(4);
      var failure = assertThrows(IOException.class, () -> stage.crawl(List.of(root), broken));
      assertEquals(root + ": no links today", failure.getMessage());
    }
  }

  @ParameterizedTest
  @FieldSource("CRAWLING")
  void aRedirectLeadsOnAsALinkDoes(Road road) throws Exception {
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/", html("<a href=/old><a href=/older>")),
                route("/old", redirect(301, "/new")),
                route("/older", redirect(308, "/new")),
                route("/new", html("<p>here"))))) {
      Map<CrawlUrl, FetchedPage> pages = crawl(road, web.url("/"));
      assertEquals(301, pages.get(CrawlUrl.of(web.url("/old"))).status());
      assertEquals(200, pages.get(CrawlUrl.of(web.url("/new"))).status());
      assertEquals(4, web.requestCount());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRedirectThatNamesNoTargetLeadsNowhere(Road road) throws Exception {
    try (var web = TestWeb.serve(TestSite.of(route("/", status(302))))) {
      FetchedPage page = fetch(road.stage(2), List.of(CrawlUrl.of(web.url("/")))).getFirst();
      assertEquals(302, page.status());
      assertEquals(Optional.empty(), page.redirect());
    }
  }

  /** A stage may keep something, such as processes, from one list to the next. */
  @ParameterizedTest
  @EnumSource
  void aStageIsUsedAgainAfterAFailure(Road road) throws Exception {
    try (var web =
            TestWeb.serve(
                TestSite.of(
                    route("/", html("<p>here")),
                    route("/old", redirect(301, "/")),
                    route("/bad", raw(""))));
        Stage stage = road.stage(2)) {
      var bad = List.of(CrawlUrl.of(web.url("/bad")));
      assertThrows(IOException.class, () -> stage.fetch(bad));
      FetchedPage page = stage.fetch(List.of(CrawlUrl.of(web.url("/old")))).getFirst();
      assertEquals(301, page.status());
      assertEquals(Optional.of(CrawlUrl.of(web.url("/"))), page.redirect());
      assertFalse(web.targets().contains("/"));
    }
  }

  private static List<FetchedPage> fetch(Stage stage, List<CrawlUrl> urls) throws Exception {
    try (stage) {
      return stage.fetch(urls);
    }
  }

  private static Map<CrawlUrl, FetchedPage> crawl(Road road, String root) throws Exception {
    var stage = (CrawlingStage) road.stage(4);
    return stage.crawl(List.of(CrawlUrl.of(root)), LinkFinder.SAME_SERVER);
  }
}

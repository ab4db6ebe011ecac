package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.options.LinkGroup;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.report.CrawlReport;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class GuessedUrlsTest {
  private static final int GUESSES = 25;

  private static String script(String first) {
    return IntStream.range(0, GUESSES)
        .mapToObj("go('/guess/%d')"::formatted)
        .collect(Collectors.joining(";", "<script>" + first, "</script>"));
  }

  private static CrawlReport crawl(TestWeb web) throws Exception {
    return new Crawl(
            crawlOf(web.url("/"))
                .follow(EnumSet.of(LinkGroup.PAGES, LinkGroup.SCRIPTS, LinkGroup.SCRIPT_URLS))
                .sitemaps(SitemapPolicy.IGNORE)
                .tasks(1)
                .build())
        .run();
  }

  private static List<String> guessed(TestWeb web) {
    return web.targets().stream().filter(target -> target.startsWith("/guess/")).toList();
  }

  @Test
  void noMoreAreAskedForThanTenOfWhichNoneIsThere() throws Exception {
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/", html(script("") + "<a href=/page>x</a>")),
                route("/page", html("<a href=/other>x</a>")),
                route("/other", html("<p>text"))))) {
      CrawlReport report = crawl(web);
      assertEquals(10, guessed(web).size(), web.targets()::toString);
      assertEquals(
          List.of("/robots.txt", "/", "/page", "/other"),
          web.targets().subList(0, 4),
          "guesses come last");
      assertEquals(GUESSES - 10, report.skipped().getFirst().urls().count());
      assertTrue(report.skipped().getFirst().reason().contains("script"), report::toString);
    }
  }

  @Test
  void oneThatIsThereKeepsTheOthers() throws Exception {
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/", html("<script src=/x.js></script>")),
                route(
                    "/x.js", ok("text/javascript", ("go('/good');" + script("")).getBytes(UTF_8))),
                route("/good", html("<a href=/behind>x</a>")),
                route("/behind", html("<p>text"))))) {
      crawl(web);
      assertEquals(GUESSES, guessed(web).size());
      assertTrue(web.targets().contains("/behind"), "a page that was guessed leads on");
    }
  }
}

package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.frontier.PathBudget;
import dev.arachne.ledger.DropReason;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls of which a part is bounded. */
final class BudgetCrawlTest {
  @TempDir Path temporary;

  /** A blog without an end, and ten other pages. */
  private static TestSite site() {
    var links = new StringBuilder("<a href=/blog/0>");
    for (int i = 0; i < 10; i++) {
      links.append("<a href=/page/").append(i).append('>');
    }
    return TestSite.of(
        route("/", html(links.toString())),
        route("/page/*", html("<p>page")),
        route(
            "/blog/*",
            request -> {
              int post = Integer.parseInt(request.path().substring("/blog/".length()));
              return html("<a href=/blog/%d><a href=/blog/%d>".formatted(post + 1, post + 2));
            }),
        route("/robots.txt", Reply.status(404)));
  }

  @Test
  void anEndlessFolderEndsAtItsBudget() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      Path directory = temporary.resolve("crawl");
      var beyond = new ArrayList<String>();
      for (int most = 5; most < 60; most += 5) { // A process each.
        TestCrawl crawl =
            TestCrawl.of(
                crawlOf(web.url("/"))
                    .budgets(List.of(new PathBudget(Optional.empty(), "/blog/", 20)))
                    .directory(directory)
                    .maxPages(most));
        beyond.addAll(crawl.dropped(DropReason.BUDGET).values());
      }
      List<String> posts = web.targets().stream().filter(it -> it.startsWith("/blog/")).toList();
      assertEquals(20, posts.size());
      assertEquals(20, posts.stream().distinct().count());
      assertEquals(10, web.targets().stream().filter(it -> it.startsWith("/page/")).count());
      assertEquals(List.of("/blog/=20"), beyond.stream().distinct().toList());
      List<Violation> violations = new ArrayList<>();
      assertEquals(0, CrawlAudit.of(directory, violations::add).counts().pending());
      assertEquals(List.of(), violations);
    }
  }
}

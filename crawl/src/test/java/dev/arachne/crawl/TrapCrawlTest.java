package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.frontier.TrapPolicy;
import dev.arachne.ledger.DropReason;
import dev.arachne.options.CrawlOptions;
import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TrapFreeSite;
import dev.arachne.testkit.TrapZoo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls of a site of traps, and of sites without any. */
final class TrapCrawlTest {
  private static final Pattern IDLE = Pattern.compile("[ ,](\\w+) changes nothing");

  @TempDir Path temporary;

  private static CrawlOptions.Builder closing(TestWeb web) {
    return crawlOf(web.url("/")).traps(TrapPolicy.CLOSE);
  }

  /** The parameters that change nothing, as verdicts tell. */
  private static Set<String> idle(Collection<String> verdicts) {
    var idle = new TreeSet<String>();
    for (String verdict : verdicts) {
      Matcher names = IDLE.matcher(verdict);
      while (names.find()) {
        idle.add(names.group(1));
      }
    }
    return idle;
  }

  private static void assertFound(TrapZoo zoo, TestWeb web) {
    var missing = new TreeSet<>(zoo.realPages());
    missing.removeAll(zoo.found());
    int real = zoo.realPages().size();
    int fetches = web.targets().size();
    String sums =
        "%d fetches, %d real pages, of which %d are missing: %s"
            .formatted(fetches, real, missing.size(), missing);
    assertTrue(20 * missing.size() <= real, sums);
    assertTrue(10 * fetches <= 13 * real, sums);
  }

  @Test
  void theZooIsCrawledForItsRealPages() throws Exception {
    var zoo = new TrapZoo(300);
    try (TestWeb web = TestWeb.serve(zoo)) {
      TestCrawl crawl = TestCrawl.of(closing(web).perHost(4));
      assertEquals(6, new TreeSet<>(crawl.dropped(DropReason.TRAP).values()).size());
      assertEquals(new TreeSet<>(TrapZoo.IDLE), idle(crawl.dropped(DropReason.SAME_PAGE).values()));
      assertFound(zoo, web);
    }
  }

  @Test
  void aCrawlOfManyProcessesDecidesTheSame() throws Exception {
    var zoo = new TrapZoo(300);
    try (TestWeb web = TestWeb.serve(zoo)) {
      Path directory = temporary.resolve("crawl");
      List<String> same = new ArrayList<>();
      for (int most = 25; most < 900; most += 25) {
        TestCrawl crawl = TestCrawl.of(closing(web).perHost(4).directory(directory).maxPages(most));
        same.addAll(crawl.dropped(DropReason.SAME_PAGE).values());
      }
      assertEquals(new TreeSet<>(TrapZoo.IDLE), idle(same));
      assertFound(zoo, web);
      assertEquals(web.targets().size(), new TreeSet<>(web.targets()).size());
      List<Violation> violations = new ArrayList<>();
      assertEquals(0, CrawlAudit.of(directory, violations::add).counts().pending());
      assertEquals(List.of(), violations);
    }
  }

  @Test
  void noPageOfAnHonestSiteIsLost() throws Exception {
    for (int number = 0; number < 50; number++) {
      var site = new TrapFreeSite(number);
      try (TestWeb web = TestWeb.serve(site)) {
        TestCrawl crawl = TestCrawl.of(closing(web));
        assertEquals(new TreeSet<>(site.pages()), crawl.answered().keySet(), "site " + number);
      }
    }
  }
}

package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.AuditReport;
import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.directory.UrlStory;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.Fault;
import dev.arachne.simulation.FaultPlan;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.RandomSeeds;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Crawls with something of everything, in bad weather, in two runs; then every URL has its story,
 * and no rule was broken. The large run: {@code -Darachne.simulated.stories=1000}.
 */
class UrlStoryTest {
  private static final int SEEDS = Integer.getInteger("arachne.simulated.stories", 4);
  private static final String ROOT = "http://site.example/0";
  private static final InetAddress ADDRESS = InetAddress.ofLiteral("20.0.0.1");
  private static final int PAGES = 40;

  @TempDir Path temporary;

  /** Page n leads to 2n+1 and 2n+2, each in a way that its number chooses. */
  private static final TestSite SITE =
      new TestSite() {
        @Override
        public Reply reply(TestRequest request) {
          String target = request.target();
          if (target.equals("/robots.txt")) {
            return Reply.text("User-agent: *\nDisallow: /denied\n");
          }
          if (target.startsWith("/moved")) {
            return Reply.redirect(301, target.substring("/moved".length()));
          }
          if (target.equals("/broken")) {
            return Reply.close();
          }
          return Reply.html(links(Integer.parseInt(target.substring(1))));
        }

        private static String links(int page) {
          var html = new StringBuilder("<a href=/0><a href=/excluded/").append(page).append(">");
          html.append("<a href=/denied/").append(page).append("><a href=/broken>");
          html.append("<a href=http://other.example/").append(page).append(">");
          for (int next : new int[] {2 * page + 1, 2 * page + 2}) {
            if (next < PAGES) {
              html.append("<a href=").append(next % 3 == 0 ? "/moved/" : "/").append(next + ">");
            }
          }
          return html.toString();
        }
      };

  /** One run of the crawl in a directory; returns the URLs that have a verdict. */
  private static Set<String> run(long seed, long maxPages, Path directory) {
    FaultPlan faults =
        (to, random) -> random.nextInt(100) < 10 ? Fault.any(random, 500) : Fault.NONE;
    Simulation world =
        Simulation.of(seed, SimulationOptions.FAULT_FREE.withFaults(faults))
            .name("site.example", ADDRESS);
    var test =
        new TestCrawl(
            CrawlOptions.crawlOf(ROOT)
                .directory(directory)
                .exclude(List.of(Pattern.compile("/excluded")))
                .maxDepth(4)
                .maxTries(3)
                .maxPages(maxPages));
    EventLoop.run(
        world,
        "main",
        () -> {
          new SimulatedServer(SITE).listen(new InetSocketAddress(ADDRESS, 80));
          return test.crawl.runOnLoop();
        });
    Set<String> decided = new TreeSet<>();
    test.verdicts.forEach(verdict -> decided.add(verdict.discovery().url().toString()));
    return decided;
  }

  @Test
  void everyUrlHasItsStoryAndNoRuleIsBroken() {
    Set<DropReason> reasons = EnumSet.noneOf(DropReason.class);
    RandomSeeds.forEach(
        SEEDS,
        seed -> {
          Path directory = temporary.resolve("crawl-" + seed);
          Set<String> decided = run(seed, 10, directory);
          decided.addAll(run(seed + 1, Long.MAX_VALUE, directory));
          try {
            for (String url : decided) {
              assertTold(UrlStory.of(url, directory), reasons);
            }
            List<Violation> violations = new ArrayList<>();
            AuditReport audit = CrawlAudit.of(directory, violations::add);
            assertEquals(List.of(), violations);
            assertEquals(decided.size(), audit.counts().discovered());
          } catch (UsageException | java.io.IOException e) {
            throw new AssertionError(e);
          }
        });
    assertTrue(
        reasons.containsAll(
            EnumSet.of(
                DropReason.ROBOTS,
                DropReason.EXCLUDED,
                DropReason.OTHER_HOST,
                DropReason.TOO_DEEP,
                DropReason.FETCH)),
        reasons::toString);
  }

  private static void assertTold(UrlStory story, Set<DropReason> reasons) {
    List<LedgerEntry> entries = story.entries();
    var found = assertInstanceOf(LedgerEntry.Found.class, entries.getFirst(), story::toString);
    assertEquals(ROOT, story.way().getFirst().toString());
    assertEquals(story.url(), story.way().getLast());
    found.rejection().ifPresent(reasons::add);
    assertEquals(found.rejection().isPresent(), entries.size() == 1, story::toString);
    int attempt = 1;
    for (int i = 1; i < entries.size(); i++) {
      var later = assertInstanceOf(LedgerEntry.Attempt.class, entries.get(i));
      assertEquals(attempt, later.attempt(), "each attempt is told");
      attempt += isCharged(later) ? 1 : 0;
      assertEquals(i == entries.size() - 1, later instanceof LedgerEntry.Decided);
      assertTrue(story.robots().isPresent());
      if (later.disposition() instanceof Disposition.Dropped dropped) {
        reasons.add(dropped.reason());
        assertEquals(
            dropped.reason() == DropReason.ROBOTS,
            !story.robots().get().verdict().allowed()
                && later.exchange().isEmpty()
                && dropped.reason() != DropReason.ROBOTS_UNREACHABLE);
      }
      later.exchange().ifPresent(exchange -> assertEquals(ADDRESS, exchange.address()));
    }
  }

  /** A host that was there before and is not now takes no attempt from its URLs. */
  private static boolean isCharged(LedgerEntry.Attempt later) {
    return !(later.disposition() instanceof Disposition.Retry retry)
        || !retry.failure().contains("connection was refused")
            && !retry.failure().contains("cannot be reached")
            && !retry.failure().endsWith("for the connection");
  }
}

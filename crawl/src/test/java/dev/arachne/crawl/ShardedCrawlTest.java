package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.frontier.HostPartition;
import dev.arachne.frontier.Shards;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.SeedScope;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.simulation.Fault;
import dev.arachne.simulation.FaultPlan;
import dev.arachne.simulation.SimulatedWeb;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.store.DiskStore;
import dev.arachne.testkit.RandomSeeds;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same hosts crawled by one, two and four shards, in bad weather: all decide the same, each URL
 * in one shard, and no rule is broken; also if all are killed and go on later. The large run:
 * {@code -Darachne.simulated.sharded=1000}.
 */
class ShardedCrawlTest {
  private static final int SEEDS = Integer.getInteger("arachne.simulated.sharded", 4);
  private static final int PAGES = 60;
  private static final int HOSTS = 8;

  private static final FaultPlan FAULTS =
      (to, random) -> random.nextInt(100) < 5 ? Fault.any(random, 500) : Fault.NONE;

  @TempDir Path temporary;

  /**
   * Page n is at host n mod 8, and leads to 2n+1 and 2n+2, over a redirect by another host perhaps.
   */
  private static final TestSite SITE =
      new TestSite() {
        @Override
        public Reply reply(TestRequest request) {
          String target = request.target();
          if (target.equals("/robots.txt")) {
            return robots(request);
          }
          if (target.startsWith("/moved/")) {
            return Reply.redirect(301, url(number(target.substring("/moved".length()))));
          }
          if (target.startsWith("/denied/")) {
            return Reply.status(410);
          }
          if (target.endsWith(".xml")) {
            return sitemap(request);
          }
          int page = number(target);
          if (page % 11 == 5 && request.ask() == 1) {
            return Reply.status(503);
          }
          return page % 13 == 12 ? Reply.status(404) : Reply.html(links(page));
        }

        private static Reply robots(TestRequest request) {
          return switch (request.hostName()) {
            case "h1.example.com" -> Reply.redirect(301, "http://h2.example.com/robots.txt");
            case "h3.example.com" ->
                Reply.text("User-agent: *\nDisallow: /denied\nCrawl-delay: 1\n");
            case "h5.example.com" -> Reply.text("Sitemap: http://h6.example.com/index.xml\n");
            case "h4.example.com" -> Reply.status(request.ask() < 3 ? 503 : 404);
            default -> Reply.text("User-agent: *\nDisallow: /denied\n");
          };
        }

        /** One host names the index of another one, whose sitemap is on a third one. */
        private static Reply sitemap(TestRequest request) {
          return switch (request.hostName() + request.target()) {
            case "h6.example.com/index.xml" ->
                Reply.text(
                    "<sitemapindex><sitemap><loc>http://h7.example.com/pages.xml</loc></sitemap>"
                        + "</sitemapindex>");
            case "h7.example.com/pages.xml" ->
                Reply.text(url(PAGES) + "\n" + url(PAGES + 3) + "\n" + url(0) + "\n");
            default -> Reply.status(404);
          };
        }

        private static String links(int page) {
          var random = new SplittableRandom(page);
          var html = new StringBuilder("<a href=/denied/").append(page).append('>');
          html.append("<a href=http://elsewhere.example/").append(page).append('>');
          for (int next : new int[] {2 * page + 1, 2 * page + 2, random.nextInt(PAGES)}) {
            if (next < PAGES) {
              String moved = "http://" + host(random.nextInt(HOSTS)) + "/moved/" + next;
              html.append("<a href=").append(next % 3 == 0 ? moved : url(next)).append('>');
            }
          }
          return html.toString();
        }
      };

  private static int number(String path) {
    return Integer.parseInt(path.substring(1));
  }

  private static String host(int number) {
    return "h" + number + ".example.com";
  }

  private static String url(int page) {
    return "http://" + host(page % HOSTS) + "/" + page;
  }

  @Test
  void anyNumberOfShardsDecidesTheSame() {
    int[] killed = {0};
    RandomSeeds.forEach(
        SEEDS,
        seed -> {
          Path crawls = temporary.resolve("crawls-" + seed);
          run(seed, crawls.resolve("1"), 1, Optional.empty());
          Map<String, String> decided = decided(crawls.resolve("1"), 1);
          assertTrue(decided.size() > 2 * PAGES, decided::toString);
          assertTrue(decided.containsKey(url(PAGES + 3)), "it is in a sitemap only");
          for (int shards : new int[] {2, 4}) {
            Path image = crawls.resolve(shards + "-killed");
            var death =
                new Death(Duration.ofMillis(new SplittableRandom(seed).nextInt(20_000)), image);
            killed[0] += run(seed, crawls.resolve("" + shards), shards, Optional.of(death)) ? 1 : 0;
            assertSame(decided, decided(crawls.resolve("" + shards), shards));
            run(seed + 1, image, shards, Optional.empty());
            assertSame(decided, decided(image, shards));
          }
          delete(crawls);
        });
    assertTrue(killed[0] > SEEDS, killed[0] + " were killed before their end");
    System.out.printf("sharded: %,d crawls, %,d of them killed%n", 3 * SEEDS, killed[0]);
  }

  private static void assertSame(Map<String, String> expected, Map<String, String> decided) {
    var missing = new TreeSet<>(expected.entrySet().stream().map(Object::toString).toList());
    var more = new TreeSet<>(decided.entrySet().stream().map(Object::toString).toList());
    missing.removeAll(decided.entrySet().stream().map(Object::toString).toList());
    more.removeAll(expected.entrySet().stream().map(Object::toString).toList());
    assertEquals(Set.of(), missing, () -> "by more shards: " + more);
    assertEquals(Set.of(), more);
  }

  /** What is on the disk at a moment is what a process leaves that is killed then. */
  private record Death(Duration after, Path image) {}

  /** Crawls to the end; returns whether a death came before that. */
  private static boolean run(long seed, Path directory, int count, Optional<Death> death) {
    SimulatedWeb web = SimulatedWeb.of(seed, SimulationOptions.FAULT_FREE.withFaults(FAULTS));
    for (int host = 0; host < HOSTS; host++) {
      web.site(host(host), SITE);
    }
    try {
      return web.run(() -> {
        Optional<Task<Boolean>> copied =
            death.map(its -> EventLoop.current().spawn("death", () -> copy(its, directory)));
        TaskGroup.run(group -> {
          var shards = new Shards(EventLoop.current(), count);
          group.spawn("shards", shards);
          for (int i = 0; i < count; i++) {
            Crawl crawl = new Crawl(options(directory.resolve("" + i))).shard(shards, i);
            group.spawn("shard " + i, crawl::runOnLoop);
          }
          return true;
        });
        return copied.isPresent() && copied.get().isDone();
      });
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static CrawlOptions options(Path directory) {
    return CrawlOptions.crawlOf(url(0))
        .scope(SeedScope.DOMAIN)
        .maxTries(50)
        .directory(directory)
        .build();
  }

  private static boolean copy(Death death, Path directory) {
    EventLoop.sleep(death.after);
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.toList()) {
        Files.copy(file, death.image.resolve(directory.relativize(file).toString()));
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What was decided of each URL, in all shards; no rule was broken. */
  private static Map<String, String> decided(Path directory, int count) {
    Map<String, String> decided = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      var share = new HostPartition(i, count);
      Path shard = directory.resolve("" + i);
      try {
        List<Violation> violations = new ArrayList<>();
        FrontierCounts counts = CrawlAudit.of(shard, violations::add).counts();
        assertEquals(List.of(), violations);
        assertEquals(0, counts.pending());
        DiskStore.read(
            DirectoryFormat.store(shard),
            rows -> {
              Ledger ledger = Ledger.of(rows);
              ledger.read((entry, _) -> add(entry, ledger, share, decided));
              return true;
            });
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
    return decided;
  }

  private static void add(
      LedgerEntry entry, Ledger ledger, HostPartition share, Map<String, String> decided) {
    if (entry instanceof LedgerEntry.Found found && found.rejection().isPresent()) {
      assertTrue(share.has(found.url()), found::toString);
      assertNull(decided.put(found.url().toString(), found.rejection().get().text()));
    } else if (entry instanceof LedgerEntry.Decided verdict) {
      LedgerEntry.Found found = ledger.found(verdict.found());
      assertTrue(share.has(found.url()), found::toString);
      assertNull(decided.put(found.url().toString(), text(verdict.disposition())));
    }
  }

  private static String text(Disposition.Final disposition) {
    return switch (disposition) {
      case Disposition.Done(var answer) -> "status " + answer.status();
      case Disposition.Moved(var _, String target) -> "to " + target;
      case Disposition.Dropped(DropReason reason, var _, var _) -> reason.text();
    };
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.toList().reversed()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

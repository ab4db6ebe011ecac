package dev.arachne.cli;

import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.directory.CrawlStatus;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.store.DiskStore;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TrapZoo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Crawls with {@code --traps close} whose processes are killed at random moments and go on. More
 * often with {@code -Darachne.kills=200}.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class KilledTrapTest {
  private static final int KILLS = Integer.getInteger("arachne.kills", 8);
  private static final long SEED = Long.getLong("arachne.kill.seed", System.nanoTime());
  private static final int KILLS_OF_A_CRAWL = 4;
  private static final int ARTICLES = 300;
  private static final int WIDE = 2_000;
  private static final int TASKS = 4;
  private static final String OPEN = "open=/wide/#";
  private static final Pattern IDLE = Pattern.compile("[ ,](\\w+) changes nothing");

  @TempDir Path temporary;

  private final Random random = new Random(SEED);

  /** Starts processes until one has ended by itself, some of which are killed. */
  private int crawl(Path folder, TestWeb web, int kills, int pages, Starter starter)
      throws Exception {
    var moments = new KillMoments(random, pages);
    for (int left = kills; ; left--) {
      ArachneProcess process = ArachneProcess.start(folder, Map.of(), starter.arguments());
      if (left == 0
          || !moments.await(moments.next(web.requestCount(), left), web, process.process())) {
        assertEquals(ExitCode.DONE, process.await(), process.err() + " seed " + SEED);
        return kills - left;
      }
      process.process().destroyForcibly().waitFor();
    }
  }

  /** Says how a process begins. */
  private interface Starter {
    List<String> arguments() throws Exception;
  }

  private static List<String> closing(TestWeb web, Path directory) {
    return List.of(
        "crawl",
        "-q",
        "--traps",
        "close",
        "--sitemaps",
        "ignore",
        "--tasks",
        "" + TASKS,
        "--per-host",
        "" + TASKS,
        "--dir",
        directory.toString(),
        web.url("/"));
  }

  private static int pages(TestWeb web) {
    return (int) web.targets().stream().filter(it -> !it.equals("/robots.txt")).count();
  }

  private static void assertClean(Path directory) {
    CapturedOutput audit = CapturedOutput.by("audit", directory.toString());
    assertEquals(ExitCode.DONE, audit.code(), audit.out() + " seed " + SEED);
  }

  @Test
  void aZooIsCrawledForItsRealPagesOverKills() throws Exception {
    for (int killed = 0; killed < KILLS; ) {
      killed += crawlZoo(Math.min(KILLS_OF_A_CRAWL, KILLS - killed));
    }
  }

  private int crawlZoo(int kills) throws Exception {
    Path folder = Files.createTempDirectory(temporary, "zoo");
    Path directory = folder.resolve("kept");
    var zoo = new TrapZoo(ARTICLES);
    int real = zoo.realPages().size();
    try (TestWeb web = TestWeb.serve(zoo)) {
      int killed = crawl(folder, web, kills, real, () -> closing(web, directory));
      int found = zoo.found().size();
      String sums =
          "%d of %d real pages, %d fetches, %d kills, seed %d"
              .formatted(found, real, pages(web), killed, SEED);
      System.out.println(sums);
      assertTrue(20 * found >= 19 * real, sums);
      assertTrue(10 * (pages(web) - killed * TASKS) <= 13 * real, sums);
      assertEquals(new TreeSet<>(TrapZoo.IDLE), idle(directory), sums);
      assertClean(directory);
      return killed;
    }
  }

  /** The parameters that change nothing, as the ledger has them. */
  private static Set<String> idle(Path directory) throws Exception {
    var idle = new TreeSet<String>();
    DiskStore.read(
        DirectoryFormat.store(directory),
        rows -> {
          Ledger.of(rows)
              .read((entry, _) -> {
                if (entry instanceof LedgerEntry.Decided decided
                    && decided.disposition()
                        instanceof Disposition.Dropped(DropReason reason, String why, var _)
                    && reason == DropReason.SAME_PAGE) {
                  for (Matcher names = IDLE.matcher(why); names.find(); ) {
                    idle.add(names.group(1));
                  }
                }
              });
          return true;
        });
    return idle;
  }

  /** Each page leads to two. */
  private static TestSite wide() {
    return TestSite.of(
        route("/", Reply.html("Welcome <a href=/wide/1>in</a>")),
        route(
            "/wide/*",
            request -> {
              int number = Integer.parseInt(request.target().substring("/wide/".length()));
              var links = new StringBuilder("There is nothing here.");
              for (int next = 2 * number; next <= 2 * number + 1 && next <= WIDE; next++) {
                links.append("<a href=/wide/%d>on</a>".formatted(next));
              }
              return Reply.html(links.toString());
            }));
  }

  @Test
  void aTemplateThatWasOpenedIsFetchedWholeOverKills() throws Exception {
    for (int killed = 0; killed < KILLS; ) {
      killed += crawlOpened(Math.min(KILLS_OF_A_CRAWL, KILLS - killed));
    }
  }

  private int crawlOpened(int kills) throws Exception {
    Path folder = Files.createTempDirectory(temporary, "wide");
    Path directory = folder.resolve("kept");
    try (TestWeb web = TestWeb.serve(wide())) {
      crawl(folder, web, 0, WIDE, () -> closing(web, directory));
      assertTrue(pages(web) < 40, () -> pages(web) + " fetches of a closed template");
      int killed = crawl(folder, web, kills, WIDE, () -> opening(directory));
      var asked = new TreeSet<>(web.targets());
      asked.removeIf(it -> !it.startsWith("/wide/"));
      assertEquals(WIDE, asked.size(), "seed " + SEED);
      int repeats = pages(web) - 1 - WIDE;
      assertTrue(repeats <= killed * TASKS, repeats + " repeats, seed " + SEED);
      assertEquals(0, CrawlStatus.of(directory).counts().skipped(), "seed " + SEED);
      assertEquals(0, CrawlStatus.of(directory).counts().pending(), "seed " + SEED);
      assertClean(directory);
      return killed;
    }
  }

  /** A process that was killed early may not have made the change. */
  private static List<String> opening(Path directory) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("resume", "-q", directory.toString()));
    boolean isOpen =
        CrawlStatus.of(directory).report().changes().stream().anyMatch(it -> it.contains(OPEN));
    if (!isOpen) {
      arguments.addAll(List.of("--tell", OPEN));
    }
    return arguments;
  }

  @Test
  void aTemplateThatIsNotClosedIsNamedInALine() throws Exception {
    Path directory = temporary.resolve("kept");
    try (TestWeb web = TestWeb.serve(wide())) {
      crawl(temporary, web, 0, WIDE, () -> closing(web, directory));
      String asked = directory.toString();
      CapturedOutput unknown = CapturedOutput.by("resume", asked, "--tell", "open=/wild/#");
      assertEquals(ExitCode.USAGE, unknown.code());
      assertEquals(
          "arachne resume: --tell: open=/wild/# opens nothing: of this crawl are closed, for"
              + " example, /wide/#; arachne why URL DIR tells the template of a URL\n",
          unknown.err());
      CapturedOutput none = CapturedOutput.by("resume", asked, "--tell", "open=wide");
      assertEquals(
          "arachne resume: --tell: open: 'wide' is not a template, which begins with a slash, as"
              + " /calendar/#/# does\n",
          none.err());
    }
  }
}

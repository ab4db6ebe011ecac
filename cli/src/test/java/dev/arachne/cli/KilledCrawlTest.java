package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A crawl whose process is killed at random moments, and started again by the same command until it
 * is done. The numbers are those of a build; for the whole proof:
 *
 * <pre>
 * mvn -pl cli -am verify -Dtest=KilledCrawlTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Darachne.kills=200 -Darachne.cuts=50
 * </pre>
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class KilledCrawlTest {
  private static final int KILLS = Integer.getInteger("arachne.kills", 8);
  private static final int CUTS = Integer.getInteger("arachne.cuts", 4);
  private static final long SEED = Long.getLong("arachne.kill.seed", System.nanoTime());

  private static final int PAGES = 20_000;
  private static final int TASKS = 20;
  private static final int KILLS_OF_A_CRAWL = 4;

  private static final Pattern URL = Pattern.compile("\\{\"url\":\"http://[^/]*(/[^\"]*)\".*}");

  @TempDir Path temporary;

  private final Random random = new Random(SEED);
  private final KillMoments moments = new KillMoments(random, PAGES);

  /** What happens to the machine when the process dies. */
  private enum Accident {
    /** Nothing: what the process gave to the operating system is there. */
    KILL,
    /** The end of the store's log is gone, from a random byte on, and so is that of the output. */
    POWER_CUT
  }

  private record Outcome(int crawls, int accidents, int repeats, long lostBytes) {
    Outcome plus(Outcome other) {
      return new Outcome(
          crawls + other.crawls,
          accidents + other.accidents,
          repeats + other.repeats,
          lostBytes + other.lostBytes);
    }
  }

  @Test
  void aKilledProcessLosesNothingAndRepeatsWhatWasInFlight() throws Exception {
    var summary = new Outcome(0, 0, 0, 0);
    for (int killed = 0; killed < KILLS; ) {
      Outcome outcome = crawl(Math.min(KILLS_OF_A_CRAWL, KILLS - killed), Accident.KILL);
      summary = summary.plus(outcome);
      killed += outcome.accidents;
    }
    System.out.println("killed: " + summary);
  }

  @Test
  void aPowerCutLosesNothingAndRepeatsWhatWasNotSynced() throws Exception {
    var summary = new Outcome(0, 0, 0, 0);
    for (int cut = 0; cut < CUTS; ) {
      Outcome outcome = crawl(Math.min(KILLS_OF_A_CRAWL, CUTS - cut), Accident.POWER_CUT);
      summary = summary.plus(outcome);
      cut += outcome.accidents;
    }
    System.out.println("cut: " + summary);
  }

  /** One crawl with up to {@code kills} accidents. */
  private Outcome crawl(int kills, Accident accident) throws Exception {
    Path directory = Files.createTempDirectory(temporary, "crawl");
    Path pages = directory.resolve("pages.jsonl");
    long lost = 0;
    try (TestWeb web = TestWeb.serve(new LinkedPages(PAGES, 300, 6, SEED))) {
      int left = kills;
      while (true) {
        Process process = start(directory.resolve("kept"), pages, web.url("/"));
        boolean ended =
            left > 0
                ? !moments.await(moments.next(web.requestCount(), left), web, process)
                : process.waitFor(10, TimeUnit.MINUTES);
        if (ended) {
          String output = new String(process.getInputStream().readAllBytes());
          assertEquals(0, process.exitValue(), output + " seed " + SEED);
          break;
        }
        process.destroyForcibly().waitFor();
        left--;
        if (accident == Accident.POWER_CUT) {
          lost += cutPower(directory.resolve("kept").resolve("store"), pages);
        }
      }
      Map<String, Integer> requests = new HashMap<>();
      web.targets().stream()
          .filter(target -> !target.equals("/robots.txt"))
          .forEach(target -> requests.merge(target, 1, Integer::sum));
      int repeats = requests.values().stream().mapToInt(count -> count - 1).sum();
      assertEquals(PAGES, requests.size(), "seed " + SEED);
      assertEquals(paths(requests), lines(pages), "seed " + SEED);
      if (accident == Accident.KILL) {
        assertTrue(repeats <= kills * TASKS, repeats + " repeats, seed " + SEED);
      }
      return new Outcome(1, kills - left, repeats, lost);
    }
  }

  private static TreeSet<String> paths(Map<String, Integer> requests) {
    return new TreeSet<>(requests.keySet());
  }

  /** The URLs of the lines, all of which are whole and different. */
  private static TreeSet<String> lines(Path pages) throws IOException {
    var urls = new TreeSet<String>();
    for (String line : Files.readAllLines(pages)) {
      Matcher matcher = URL.matcher(line);
      assertTrue(matcher.matches(), "torn: " + line);
      assertTrue(urls.add(matcher.group(1)), "twice: " + line);
    }
    return urls;
  }

  /**
   * Cuts the last log, since those before it are closed and synced, and the output file as far as
   * it may not have been synced: what the store still keeps of it is all that may be missing there.
   * Returns how many bytes of the log are gone.
   */
  private long cutPower(Path store, Path pages) throws IOException {
    if (!Files.isDirectory(store)) {
      return 0;
    }
    long lost = 0;
    try (Stream<Path> files = Files.list(store)) {
      Path last =
          files
              .filter(path -> path.toString().endsWith(".log"))
              .sorted()
              .reduce((_, b) -> b)
              .orElse(null);
      if (last != null && Files.size(last) > 0) {
        long size = Files.size(last);
        long cut = 1 + (long) ((size - 1) * Math.sqrt(random.nextDouble()));
        truncate(last, cut);
        lost += size - cut;
      }
    }
    if (Files.exists(pages)) {
      Files.writeString(pages, "{\"torn", StandardOpenOption.APPEND);
    }
    return lost;
  }

  private static void truncate(Path path, long size) throws IOException {
    try (var file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      file.truncate(size);
    }
  }

  private static Process start(Path directory, Path pages, String root) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.arachne.cli.Main", "crawl", "-q", "--tasks", "" + TASKS));
    command.addAll(List.of("--sitemaps", "ignore"));
    command.addAll(List.of("--dir", directory.toString(), "-o", pages.toString(), root));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}

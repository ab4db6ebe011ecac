package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A crawl of many hosts with a delay whose process is killed again and again: the delay is kept
 * from one process to the next, whatever servers do with connections. The numbers are those of a
 * build; for the whole proof:
 *
 * <pre>
 * mvn -pl cli -am verify -Dtest=KilledPoliteCrawlTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Darachne.kills=200 -Darachne.hosts=30 -Darachne.delay=2000
 * </pre>
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class KilledPoliteCrawlTest {
  private static final int KILLS = Integer.getInteger("arachne.kills", 3);
  private static final int HOSTS = Integer.getInteger("arachne.hosts", 8);
  private static final Duration DELAY = Duration.ofMillis(Long.getLong("arachne.delay", 500));
  private static final long SEED = Long.getLong("arachne.kill.seed", System.nanoTime());

  /** Of the servers' own clocks, whose threads may be late by more while a build is busy. */
  private static final Duration TOLERANCE =
      Duration.ofMillis(DELAY.compareTo(Duration.ofSeconds(2)) < 0 ? 50 : 10);

  /** Of each host: about one for each process. */
  private static final int PAGES = KILLS + 3;

  private static final Pattern NUMBER = Pattern.compile("\"(requests|unfinished)\":(\\d+)");

  @TempDir Path temporary;

  private final Random random = new Random(SEED);

  @Test
  void theDelayIsKeptOverKillsAndTheLedgerHasEveryRequest() throws Exception {
    TestWeb.Plan plan = TestWeb.plan();
    for (int host = 0; host < HOSTS; host++) {
      plan.site("127.0." + host / 250 + "." + (1 + host % 250), unreliable(host));
    }
    String directory = temporary.resolve("kept").toString();
    try (TestWeb web = plan.start()) {
      int kills = 0;
      while (true) {
        Process process = start(directory, web);
        if (kills == KILLS || process.waitFor(moment(), TimeUnit.MILLISECONDS)) {
          String output = new String(process.getInputStream().readAllBytes());
          assertEquals(0, process.waitFor(), output);
          break;
        }
        process.destroyForcibly().waitFor();
        kills++;
      }
      Duration smallest = smallestGap(web.requests());
      System.out.printf(
          "polite: %d kills, %d requests, smallest gap %s%n",
          kills, web.requests().size(), smallest);
      assertTrue(smallest.compareTo(DELAY.minus(TOLERANCE)) >= 0, smallest + ", seed " + SEED);
      assertEquals(HOSTS * PAGES, pages(web.requests()).size(), "seed " + SEED);
      CapturedOutput audit = CapturedOutput.by("audit", "--json", directory);
      assertEquals(ExitCode.DONE, audit.code(), audit.out());
      Map<String, Long> counts = counts(audit.out());
      long requests = counts.getOrDefault("requests", 0L);
      long served = web.requests().size();
      assertTrue(
          requests - counts.getOrDefault("unfinished", 0L) <= served && served <= requests,
          served + " requests came to the servers; " + audit.out());
    }
  }

  /** A site that closes, resets, cuts or is late when some of its URLs are first asked. */
  private static TestSite unreliable(int host) {
    TestSite pages = new LinkedPages(PAGES, 300, 2, SEED);
    return request -> {
      int fault = Math.floorMod(Objects.hash(SEED, host, request.target()), 12);
      if (request.ask() > 1 || fault > 3 || request.target().equals("/")) {
        return pages.reply(request);
      }
      return switch (fault) {
        case 0 -> Reply.close();
        case 1 -> Reply.reset();
        case 2 -> pages.reply(request).cutAfter(100);
        default -> pages.reply(request).after(DELAY);
      };
    };
  }

  /** When to kill a process, in milliseconds after its start: about when a request is due. */
  private long moment() {
    return 400 + random.nextLong(DELAY.toMillis() * 3 / 2);
  }

  private static Duration smallestGap(List<LoggedRequest> requests) {
    long smallest = Long.MAX_VALUE;
    Map<InetAddress, Long> last = new HashMap<>();
    for (LoggedRequest request :
        requests.stream().sorted(Comparator.comparingLong(LoggedRequest::nanos)).toList()) {
      Long before = last.put(request.local(), request.nanos());
      smallest = Math.min(smallest, before == null ? smallest : request.nanos() - before);
    }
    return Duration.ofNanos(smallest);
  }

  private static Set<String> pages(List<LoggedRequest> requests) {
    var pages = new HashSet<String>();
    for (LoggedRequest request : requests) {
      if (!request.target().equals("/robots.txt")) {
        pages.add(request.local() + request.target());
      }
    }
    return pages;
  }

  private static Map<String, Long> counts(String json) {
    Map<String, Long> counts = new HashMap<>();
    for (Matcher number = NUMBER.matcher(json); number.find(); ) {
      counts.put(number.group(1), Long.parseLong(number.group(2)));
    }
    return counts;
  }

  private static Process start(String directory, TestWeb web) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.arachne.cli.Main", "crawl", "-q", "--tasks", "" + HOSTS));
    command.addAll(List.of("--sitemaps", "ignore"));
    command.addAll(List.of("--delay", DELAY.toMillis() + "ms", "--dir", directory));
    for (int host = 0; host < HOSTS; host++) {
      command.add(web.url("127.0." + host / 250 + "." + (1 + host % 250), "/"));
    }
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}

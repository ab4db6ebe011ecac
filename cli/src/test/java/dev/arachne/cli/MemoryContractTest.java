package dev.arachne.cli;

import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.crawl.MemoryPlan;
import dev.arachne.terminal.Quantity;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.Step;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Crawls in processes of their own, whose most resident memory is compared with what docs/memory.md
 * says. The numbers are those of a build; for the whole table, which takes an hour:
 *
 * <pre>
 * mvn -pl cli -am verify -Dtest=MemoryContractTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Darachne.memory.pages=1000000 -Darachne.memory.hostile=150 -Darachne.memory.sizes=64,128,256,512
 * </pre>
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "resident memory is read from /proc")
@Timeout(value = 3, unit = TimeUnit.HOURS)
class MemoryContractTest {
  private static final int PAGES = Integer.getInteger("arachne.memory.pages", 5_000);
  private static final int HOSTILE = Integer.getInteger("arachne.memory.hostile", 6);
  private static final int[] SIZES =
      Arrays.stream(System.getProperty("arachne.memory.sizes", "64").split(","))
          .mapToInt(Integer::parseInt)
          .toArray();

  /** What the process takes besides {@code --memory}, in KiB: docs/memory.md. */
  private static final long BESIDES = 150 << 10;

  private static final int GOOD_PAGES = 100;

  private static final Pattern MEASURED = Pattern.compile("resident (\\d+) cpu (\\d+)");

  @TempDir Path temporary;

  private record Outcome(int exit, long resident, long cpu, String output) {}

  @Test
  void aLargeSiteTakesNoMoreThanItIsGiven() throws Exception {
    crawlLargeSite();
  }

  /** No two bodies are the same, so the archive learns a digest a page. */
  @Test
  void anArchivedLargeSiteTakesNoMoreThanItIsGiven() throws Exception {
    crawlLargeSite("--warc=" + temporary.resolve("warc"));
  }

  private void crawlLargeSite(String... more) throws Exception {
    try (TestWeb web =
        TestWeb.plan().site(new LinkedPages(PAGES, 2_000, 20, 1)).countOnly().start()) {
      for (int size : SIZES) {
        String kept = temporary.resolve("large" + size).toString();
        List<String> typed = new ArrayList<>(List.of(more));
        typed.addAll(List.of("--tasks", "20", "--dir", kept, "--no-adapt", web.url("/")));
        Outcome outcome = crawl(size, typed.toArray(String[]::new));
        System.out.printf(
            "%d pages, --memory %dm %s: %d MB resident, %.3f ms of CPU a page%n",
            PAGES,
            size,
            String.join(" ", more),
            outcome.resident >> 10,
            (double) outcome.cpu / PAGES);
        assertEquals(0, outcome.exit, outcome.output);
        assertTrue(outcome.output.contains(grouped(PAGES) + " URLs done"), outcome.output);
        assertKept(size, outcome);
      }
    }
  }

  @Test
  void hostilePagesTakeNoMoreThanACrawlIsGivenAndTheOthersAreFetched() throws Exception {
    for (int size : SIZES) {
      try (TestWeb hostile = TestWeb.serve(hostileSite(size));
          TestWeb good = TestWeb.serve(new LinkedPages(GOOD_PAGES, 100_000, 10, 1))) {
        Path kept = temporary.resolve("hostile" + size);
        Path saved = temporary.resolve("saved" + size);
        Path lines = temporary.resolve(size + ".jsonl");
        List<String> typed = new ArrayList<>();
        typed.addAll(List.of("--tasks", "" + (2 * HOSTILE + 10), "--timeout", "500ms"));
        typed.addAll(List.of("--max-tries", "1", "--no-adapt", "--exclude", "/aaa|/l[0-9]"));
        typed.addAll(List.of("--dir", kept.toString(), "--save", saved.toString()));
        typed.addAll(List.of("-o", lines.toString(), hostile.url("/"), good.url("/")));
        for (int run = 1; run <= 2; run++) {
          Outcome outcome = crawl(size, typed.toArray(String[]::new));
          System.out.printf(
              "hostile, --memory %dm: %d MB resident%n", size, outcome.resident >> 10);
          assertTrue(outcome.exit <= 1, outcome.output);
          assertKept(size, outcome);
        }
        String fetched = "{\"url\":\"" + good.url("/");
        long pages =
            Files.readAllLines(lines).stream()
                .filter(line -> line.startsWith(fetched) && line.contains("\"status\":200"))
                .count();
        assertEquals(GOOD_PAGES, pages);
      }
    }
  }

  @Test
  void aCrawlInMemoryEndsWhenItIsFullAndSaysSo() throws Exception {
    int size = SIZES[0];
    try (TestWeb web =
        TestWeb.plan().site(new LinkedPages(100_000_000, 2_000, 100, 1)).countOnly().start()) {
      Outcome outcome =
          crawl(size, false, "--tasks", "20", "--store", "memory", "--no-adapt", web.url("/"));
      System.out.printf("in memory, --memory %dm: %d MB%n", size, outcome.resident >> 10);
      assertEquals(ExitCode.MACHINE, outcome.exit, outcome.output);
      assertTrue(outcome.output.contains("stopped, memory is full"), outcome.output);
      assertKept(size, outcome);
    }
  }

  private static void assertKept(int size, Outcome outcome) {
    long most = ((long) size << 10) + BESIDES;
    assertTrue(
        outcome.resident <= most,
        outcome.resident + " KiB with --memory " + size + "m\n" + outcome.output);
  }

  /** Bodies as large as they may be that never end, bombs, and pages of all too many links. */
  private static TestSite hostileSite(int size) {
    int largest = (int) Math.min(20L << 20, MemoryPlan.of((long) size << 20, true).reserve() / 4);
    List<Route> routes = new ArrayList<>();
    var root = new StringBuilder();
    var head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: " + largest + "\r\n\r\n";
    Reply drip =
        Reply.steps(
            new Step.Send(head.getBytes(StandardCharsets.ISO_8859_1)),
            new Step.Send(new byte[largest - 1]),
            new Step.Hang());
    Reply bomb = Reply.ok("text/html", compressible(largest - 1)).gzip();
    String links = "<a href=l" + String.join("><a href=l", numbers(120_000)) + ">";
    Reply longLinks = html("<base href='/" + "a".repeat(16_000) + "/'>" + links);
    Reply manyLinks = html("<a href=l" + String.join("><a href=l", numbers(500_000)) + ">");
    for (int i = 0; i < HOSTILE; i++) {
      routes.add(route("/drip" + i, drip));
      routes.add(route("/bomb" + i, bomb));
      root.append("<a href=drip%1$d><a href=bomb%1$d>".formatted(i));
    }
    routes.add(route("/long", longLinks));
    routes.add(route("/many", manyLinks));
    routes.add(route("/", Reply.html(root + "<a href=long><a href=many>")));
    return TestSite.of(routes.toArray(Route[]::new));
  }

  private static Reply html(String page) {
    return Reply.ok("text/html", page.getBytes(StandardCharsets.UTF_8)).gzip();
  }

  private static List<String> numbers(int count) {
    List<String> numbers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      numbers.add("" + i);
    }
    return numbers;
  }

  /** Bytes that gzip makes a hundred times fewer: a larger ratio is refused. */
  private static byte[] compressible(int length) {
    byte[] bytes = new byte[length];
    var random = new SplittableRandom(1);
    for (int i = 0; i < length; i += 500) {
      Arrays.fill(bytes, i, Math.min(i + 500, length), (byte) random.nextInt());
    }
    return bytes;
  }

  private static String grouped(int number) {
    return Quantity.count(number);
  }

  /** A process as the launcher would start it. */
  private Outcome crawl(int size, String... arguments) throws Exception {
    return crawl(size, true, arguments);
  }

  private Outcome crawl(int size, boolean isKept, String... arguments) throws Exception {
    long heap = MemoryPlan.heap((long) size << 20, isKept) >> 20;
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command = new ArrayList<>();
    command.addAll(List.of(java.toString(), "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders"));
    command.addAll(List.of("-XX:+ExitOnOutOfMemoryError", "-Xmx" + heap + "m"));
    command.addAll(
        List.of("-Xms" + Math.min(128, heap) + "m", "-Xmn" + Math.min(40, size / 8) + "m"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.arachne.cli.MeasuredCrawl", "crawl", "--memory", size + "m"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("MALLOC_ARENA_MAX", "2");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int exit = process.waitFor();
    Matcher measured = MEASURED.matcher(output);
    assertTrue(measured.find(), exit + ": " + output);
    return new Outcome(
        exit, Long.parseLong(measured.group(1)), Long.parseLong(measured.group(2)), output);
  }
}

package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A crawl of which a file is damaged between two processes. The number is that of a build; for the
 * whole proof:
 *
 * <pre>
 * mvn -pl cli -am verify -Dtest=DamagedCrawlTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Darachne.damages=1000
 * </pre>
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class DamagedCrawlTest {
  private static final int DAMAGES = Integer.getInteger("arachne.damages", 40);
  private static final long SEED = Long.getLong("arachne.damage.seed", System.nanoTime());

  private static final int PAGES = 200;
  private static final List<Integer> STOPS = List.of(40, 80, 120);

  @TempDir Path temporary;

  private final Random random = new Random(SEED);

  /** What is done to a file. */
  private enum Damage {
    BIT,
    ZEROS,
    CUT,
    EMPTY,
    LOST,
    DOUBLED
  }

  /** How a crawl went on. */
  private enum End {
    WHOLE,
    WHOLE_WITH_A_WARNING,
    REFUSED
  }

  @Test
  void aDamagedCrawlContinuesWithEveryPageOnceOrIsRefusedByTheNameOfTheFile() throws Exception {
    Map<String, Integer> ends = new TreeMap<>();
    try (TestWeb web = TestWeb.serve(new LinkedPages(PAGES, 300, 6, SEED))) {
      for (int stop : STOPS) {
        CapturedOutput told = crawl(web, "--limit", "" + stop);
        assertEquals(ExitCode.DONE, told.code(), told.err());
      }
      Set<String> before = new HashSet<>(pages(web.targets()));
      copy(work(), kept());
      for (int i = 0; i < DAMAGES; i++) {
        copy(kept(), work());
        List<Path> files = files();
        Path file = files.get(random.nextInt(files.size()));
        Damage damage = Damage.values()[random.nextInt(Damage.values().length)];
        if (file.equals(output()) && (damage == Damage.BIT || damage == Damage.ZEROS)) {
          damage = Damage.CUT; // What is in it is its user's.
        }
        int requests = web.targets().size();
        String what = damage + " " + work().relativize(file) + ", number " + i + ", seed " + SEED;
        damage(file, damage);
        CapturedOutput told = crawl(web);
        List<String> asked = pages(web.targets().subList(requests, web.targets().size()));
        End end = check(told, file, before, asked, what);
        ends.merge(end + " after " + damage + " of " + kind(file), 1, Integer::sum);
      }
    }
    ends.forEach((end, count) -> System.out.println("damages: " + count + " " + end));
  }

  @Test
  void aStoreThatIsLostAsAWholeIsNamed() throws Exception {
    try (TestWeb web = TestWeb.serve(new LinkedPages(PAGES, 300, 6, SEED))) {
      crawl(web, "--limit", "40");
      delete(directory().resolve("store"));
      assertRefused(crawl(web), directory() + "/store/CURRENT is missing");
      assertEquals(ExitCode.DONE, crawl(web, "--fresh").code());
    }
  }

  @Test
  void optionsThatAreLostWithTheirCopyAreNamed() throws Exception {
    try (TestWeb web = TestWeb.serve(new LinkedPages(PAGES, 300, 6, SEED))) {
      crawl(web, "--limit", "40");
      Files.delete(directory().resolve("options"));
      Files.delete(directory().resolve("options.copy"));
      int requests = web.targets().size();
      assertRefused(crawl(web), directory() + "/options: is missing");
      assertRefused(CapturedOutput.by("resume", directory().toString()), directory() + "/options");
      assertRefused(CapturedOutput.by("status", directory().toString()), directory() + "/options");
      assertEquals(requests, web.targets().size());
    }
  }

  private static void assertRefused(CapturedOutput told, String named) {
    assertEquals(ExitCode.USAGE, told.code(), told.err());
    assertEquals(1, told.err().lines().count(), told.err());
    assertTrue(told.err().contains(named), told.err());
  }

  private End check(
      CapturedOutput told, Path damaged, Set<String> before, List<String> asked, String what)
      throws IOException {
    String told1 = what + ": " + told.code() + " " + told.err();
    assertFalse(told.err().contains("\tat "), told1);
    if (told.code() == ExitCode.USAGE) {
      assertEquals(1, told.err().lines().count(), told1);
      assertTrue(told.err().contains(temporary.toString()), told1);
      // A table is read where a row of it is needed, so its damage may end a crawl on its way.
      assertTrue(asked.isEmpty() || damaged.toString().endsWith(".sst"), told1 + asked);
      return End.REFUSED;
    }
    assertEquals(ExitCode.DONE, told.code(), told1);
    Set<String> all =
        IntStream.range(0, PAGES).mapToObj(LinkedPages::path).collect(Collectors.toSet());
    List<String> lines =
        Files.readAllLines(output()).stream().map(DamagedCrawlTest::pathOf).toList();
    assertEquals(PAGES, lines.size(), told1);
    assertEquals(all, Set.copyOf(lines), told1);
    var served = new HashSet<>(before);
    served.addAll(asked);
    assertEquals(all, served, told1);
    boolean isRepeated = asked.stream().anyMatch(before::contains);
    boolean isWarned = told.err().contains("warning: ");
    assertTrue(!isRepeated || isWarned, "begun anew without a word: " + told1);
    return isWarned ? End.WHOLE_WITH_A_WARNING : End.WHOLE;
  }

  private static String pathOf(String line) {
    return line.replaceFirst("\\{\"url\":\"http://[^/]*(/[^\"]*)\".*", "$1");
  }

  private static List<String> pages(List<String> targets) {
    return targets.stream().filter(target -> !target.equals("/robots.txt")).toList();
  }

  private Path work() {
    return temporary.resolve("work");
  }

  private Path kept() {
    return temporary.resolve("kept");
  }

  private Path directory() {
    return work().resolve("crawl");
  }

  private Path output() {
    return work().resolve("pages.jsonl");
  }

  private CapturedOutput crawl(TestWeb web, String... more) throws IOException {
    Files.createDirectories(work());
    var command =
        Stream.of(
            "crawl",
            "--dir",
            directory().toString(),
            "-o",
            output().toString(),
            "--sitemaps",
            "ignore");
    return CapturedOutput.by(
        Stream.of(command, Stream.of(web.url("/")), Arrays.stream(more))
            .flatMap(it -> it)
            .toArray(String[]::new));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(work())) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** The name of a file without its number. */
  private static String kind(Path file) {
    return String.valueOf(file.getFileName()).replaceAll("\\d+", "#");
  }

  private void damage(Path file, Damage damage) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int at = random.nextInt(Math.max(1, bytes.length));
    switch (damage) {
      case BIT -> {
        if (bytes.length > 0) {
          bytes[at] ^= (byte) (1 << random.nextInt(8));
          Files.write(file, bytes);
        }
      }
      case ZEROS -> {
        Arrays.fill(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(4096)), (byte) 0);
        Files.write(file, bytes);
      }
      case CUT -> Files.write(file, Arrays.copyOf(bytes, at));
      case EMPTY -> Files.write(file, new byte[0]);
      case LOST -> Files.delete(file);
      case DOUBLED -> Files.write(file.resolveSibling(nextName(file)), bytes);
    }
  }

  /** Where a file has a number, the double has one that is not taken. */
  private static String nextName(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.matches(".*\\d{6}.*") ? name.replaceFirst("\\d{6}", "999999") : name + ".double";
  }

  private static void copy(Path from, Path to) throws IOException {
    delete(to);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}

package dev.arachne.cli;

import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.LargeFile;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A crawl on a disk of which one call fails: the n-th that writes, syncs, renames or makes
 * something below one directory. Whatever the process makes of it, it decides about no page, and
 * once the same command has been typed again everything is there once, byte for byte. For each n up
 * to 500:
 *
 * <pre>
 * mvn -pl cli -am verify -Dtest=FailingDiskTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Darachne.failures=500
 * </pre>
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class FailingDiskTest {
  private static final int FAILURES = Integer.getInteger("arachne.failures", 2);
  private static final long SEED = Long.getLong("arachne.failure.seed", System.nanoTime());

  private static final int MOST_CALLS = 500;
  private static final LinkedPages SITE = new LinkedPages(40, 600, 6, 3);
  private static final LargeFile LARGE = LargeFile.of(40_000_000, LargeFile.Form.GZIP);
  private static final int EIO = 5;
  private static final int ENOSPC = 28;

  @TempDir static Path shared;
  @TempDir Path temporary;

  private final Random random = new Random(SEED);

  /** What fails. */
  private enum Part {
    STORE("kept"),
    LINES("lines"),
    BODIES("saved"),
    SPOOL("kept/spool"),
    RECORDS("records");

    private final String directory;

    Part(String directory) {
      this.directory = directory;
    }
  }

  /** How it fails. */
  private enum Way {
    ONCE,
    FOR_A_WHILE
  }

  @BeforeAll
  static void compileTheDisk() throws Exception {
    Path source = shared.resolve("failing-disk.c");
    try (var code = FailingDiskTest.class.getResourceAsStream("failing-disk.c")) {
      Files.copy(code, source);
    }
    boolean isCompiled = false;
    try {
      isCompiled =
          new ProcessBuilder("gcc", "-shared", "-fPIC", "-o", disk(), source.toString(), "-ldl")
                  .inheritIO()
                  .start()
                  .waitFor()
              == 0;
    } catch (IOException e) {
      System.err.println("SKIPPED: no C compiler here, so no disk that fails: " + e.getMessage());
    }
    assumeTrue(isCompiled, "SKIPPED: no C compiler here, so no disk that fails");
  }

  private static String disk() {
    return shared.resolve("failing-disk.so").toString();
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatFailsCostsNothing(Part part) throws Exception {
    int calls = callsWithoutFailure(part);
    assertTrue(calls > 0, "nothing is counted");
    IntStream all = IntStream.rangeClosed(1, Math.min(calls, MOST_CALLS));
    int[] sample =
        FAILURES >= MOST_CALLS
            ? all.toArray()
            : random.ints(1, Math.min(calls, MOST_CALLS) + 1).limit(FAILURES).toArray();
    for (int at : sample) {
      for (Way way : FAILURES >= MOST_CALLS ? Way.values() : new Way[] {any(Way.values())}) {
        fail(part, at, random.nextBoolean() ? EIO : ENOSPC, way);
      }
    }
  }

  private <T> T any(T[] all) {
    return all[random.nextInt(all.length)];
  }

  private int callsWithoutFailure(Part part) throws Exception {
    Path folder = Files.createTempDirectory(temporary, "count");
    Path count = folder.resolve("count");
    try (TestWeb web = TestWeb.serve(site(part))) {
      Map<String, String> environment = environment(folder, part, 0, EIO);
      environment.put("FAILING_COUNT", count.toString());
      ArachneProcess process = ArachneProcess.start(folder, environment, command(part, web));
      assertEquals(0, process.await(), process.err());
      check(folder, part, web, "without a failure");
    }
    return Integer.parseInt(Files.readString(count).strip());
  }

  private void fail(Part part, int at, int errno, Way way) throws Exception {
    String what = part + ", call " + at + ", errno " + errno + " " + way + ", seed " + SEED;
    Path folder = Files.createTempDirectory(temporary, "failing");
    Path marker = Files.createFile(folder.resolve("failing"));
    try (TestWeb web = TestWeb.serve(site(part))) {
      Map<String, String> environment = environment(folder, part, at, errno);
      if (way == Way.FOR_A_WHILE) {
        environment.put("FAILING_WHILE", marker.toString());
      }
      ArachneProcess process = ArachneProcess.start(folder, environment, command(part, web));
      if (way == Way.FOR_A_WHILE) {
        boolean waits = process.awaitWord("waiting for");
        Files.delete(marker);
        assertTrue(waits || part != Part.SPOOL, "it waits for no room: " + what);
      }
      int code = process.await();
      if (code != 0) {
        assertEquals(ExitCode.MACHINE, code, what + ": " + process.err());
        assertEquals(1, process.err().lines().filter(it -> !isWait(it)).count(), process.err());
        process = ArachneProcess.start(folder, Map.of(), command(part, web));
        assertEquals(0, process.await(), what + ": " + process.err());
      }
      check(folder, part, web, what);
    }
    delete(folder);
  }

  private static TestSite site(Part part) {
    return part == Part.SPOOL ? TestSite.of(route("/", LARGE::reply)) : SITE;
  }

  private static boolean isWait(String line) {
    return line.contains("waiting for") || line.contains("going on");
  }

  private static Map<String, String> environment(Path folder, Part part, int at, int errno) {
    Map<String, String> environment = new HashMap<>();
    environment.put("LD_PRELOAD", disk());
    environment.put("FAILING_DIR", folder.resolve(part.directory).toString());
    environment.put("FAILING_AT", Integer.toString(at));
    environment.put("FAILING_ERRNO", Integer.toString(errno));
    return environment;
  }

  private static List<String> command(Part part, TestWeb web) {
    List<String> command = new ArrayList<>();
    if (part == Part.RECORDS) {
      command.addAll(List.of("scrape", "--follow", "a", "--field", "title=title"));
      command.addAll(List.of("-o", "records.jsonl"));
    } else {
      command.addAll(List.of("crawl", "-o", "lines.jsonl", "--save", "saved"));
    }
    command.addAll(List.of("-q", "--dir", "kept", web.url("/")));
    return command;
  }

  private static void check(Path folder, Part part, TestWeb web, String what) throws Exception {
    if (part == Part.SPOOL) {
      Path file = folder.resolve("saved").resolve(host(web)).resolve("index.html");
      try (InputStream bytes = Files.newInputStream(file)) {
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        String digest = HexFormat.of().formatHex(sha256.digest(bytes.readAllBytes()));
        assertEquals(LARGE.sha256(), digest, what);
      }
      assertFalse(Files.exists(folder.resolve("kept/spool")), what);
      return;
    }
    if (part == Part.RECORDS) {
      List<String> records = Files.readAllLines(folder.resolve("records.jsonl"));
      var titles = new TreeSet<String>();
      for (int page = 0; page < SITE.pages(); page++) {
        titles.add("{\"title\":\"Page " + page + "\"}");
      }
      assertEquals(List.copyOf(titles), records.stream().sorted().toList(), what);
      return;
    }
    List<String> lines = Files.readAllLines(folder.resolve("lines.jsonl"));
    assertEquals(SITE.pages(), lines.size(), what);
    for (int page = 0; page < SITE.pages(); page++) {
      String url = "{\"url\":\"" + web.url(LinkedPages.path(page)) + "\",";
      assertEquals(1, lines.stream().filter(line -> line.startsWith(url)).count(), what + url);
      assertTrue(lines.stream().allMatch(line -> line.contains("\"status\":200")), what);
    }
    Path host = folder.resolve("saved").resolve(host(web));
    for (int page = 0; page < SITE.pages(); page++) {
      Path file = host.resolve(page == 0 ? "index.html" : LinkedPages.path(page).substring(1));
      assertArrayEquals(SITE.page(page), Files.readAllBytes(file), what + ": " + file);
    }
    try (Stream<Path> files = Files.walk(folder.resolve("saved"))) {
      List<Path> all = files.filter(Files::isRegularFile).toList();
      assertEquals(SITE.pages(), all.size(), what + ": " + all);
    }
    assertFalse(Files.exists(folder.resolve("kept/options.new")), what);
  }

  private static String host(TestWeb web) {
    return URI.create(web.url("/")).getAuthority().replace(':', '_');
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }
}

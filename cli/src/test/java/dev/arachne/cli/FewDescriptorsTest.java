package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A crawl in a process that may open few files: it is refused in one line that names the limit with
 * which it works, or it fetches everything. For each limit from 10 to 256:
 *
 * <pre>
 * mvn -pl cli -am verify -Dtest=FewDescriptorsTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Darachne.descriptors=1
 * </pre>
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class FewDescriptorsTest {
  /** From one limit to the next. */
  private static final int STEP = Integer.getInteger("arachne.descriptors", 0);

  private static final int[] FEW = {14, 64, 160};
  private static final LinkedPages SITE = new LinkedPages(150, 2_000, 10, 5);
  private static final Pattern NEED = Pattern.compile("needs ([0-9]+) at least");

  @TempDir static Path shared;
  @TempDir Path temporary;

  private static Path jar;

  @BeforeAll
  static void makeJar() throws Exception {
    jar = shared.resolve("arachne.jar");
    ArachneProcess.jar(jar);
  }

  @Test
  void aCrawlFetchesAllWithFewDescriptorsOrIsRefused() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "SKIPPED: no bash to set the limit");
    int least = 0;
    for (int limit :
        STEP == 0 ? FEW : IntStream.iterate(10, n -> n <= 256, n -> n + STEP).toArray()) {
      int needed = crawl(limit);
      least = needed > 0 ? needed : least;
      assertTrue(needed == 0 || needed > limit, needed + " is needed and " + limit + " refused");
    }
    assertTrue(least > 0, "none was refused");
    assertEquals(0, crawl(least), "the limit that it named");
  }

  /** Crawls; the limit that is needed, or 0 if all was fetched. */
  private int crawl(int limit) throws Exception {
    Path folder = Files.createTempDirectory(temporary, "limit");
    try (TestWeb web = TestWeb.serve(SITE)) {
      ArachneProcess process =
          ArachneProcess.start(
              folder,
              Map.of(),
              List.of("/bin/bash", "-c", "ulimit -n " + limit + "; exec \"$@\"", "bash"),
              jar.toString(),
              List.of(
                  "crawl",
                  "--tasks",
                  "100",
                  "--dir",
                  "kept",
                  "--save",
                  "saved",
                  "-o",
                  "lines.jsonl",
                  web.url("/")));
      int code = process.await();
      String what = "ulimit -n " + limit + ": " + process.out() + process.err();
      if (code == ExitCode.USAGE) {
        Matcher need = NEED.matcher(process.err());
        assertTrue(need.find(), what);
        assertEquals(1, process.err().lines().count(), what);
        assertEquals(0, web.requestCount(), what);
        return Integer.parseInt(need.group(1));
      }
      assertEquals(0, code, what);
      assertFalse(process.out().contains("Failed"), what);
      Path host =
          folder
              .resolve("saved")
              .resolve(URI.create(web.url("/")).getAuthority().replace(':', '_'));
      for (int page = 0; page < SITE.pages(); page++) {
        Path file = host.resolve(page == 0 ? "index.html" : LinkedPages.path(page).substring(1));
        assertArrayEquals(SITE.page(page), Files.readAllBytes(file), what);
      }
      assertEquals(SITE.pages(), Files.readAllLines(folder.resolve("lines.jsonl")).size(), what);
      return 0;
    }
  }
}

package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Exports whose process is killed at random moments, and run again: in the end the files are those
 * of an export that nobody disturbed. For the whole proof: {@code -Darachne.kills=200}.
 */
class KilledExportTest {
  private static final int KILLS = Integer.getInteger("arachne.kills", 8);
  private static final long SEED = Long.getLong("arachne.kill.seed", System.nanoTime());
  private static final int PAGES = 600;

  @TempDir Path temporary;

  private final Random random = new Random(SEED);

  private static String told(String... arguments) {
    CapturedOutput told = CapturedOutput.by(arguments);
    assertEquals(0, told.code(), told.err());
    return told.out();
  }

  private static Map<String, String> files(Path out) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(out)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(out.relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }

  @Test
  void anExportThatWasKilledEndsWithTheSameBytes() throws Exception {
    String crawl = temporary.resolve("kept").toString();
    Path calm = temporary.resolve("calm");
    Path out = temporary.resolve("out");
    Path lines = temporary.resolve("lines");
    Path calmLines = temporary.resolve("calm-lines");
    try (TestWeb web = TestWeb.serve(new LinkedPages(PAGES, 300, 6, SEED)::reply)) {
      int half = PAGES / 2;
      for (int limit : new int[] {half, PAGES}) {
        if (limit == half) {
          told("crawl", web.url("/"), "--dir", crawl, "--warc", "--limit", "" + half, "-q");
        } else {
          told("resume", crawl, "--limit", "" + limit, "-q");
        }
        for (int killed = 0; killed < KILLS / 2; killed++) {
          Path folder = Files.createTempDirectory(temporary, "run");
          List<String> words =
              List.of("export", crawl, "--markdown", out.toString(), "--jsonl", lines.toString());
          ArachneProcess export = ArachneProcess.start(folder, Map.of(), words);
          if (!export.process().waitFor(random.nextInt(2_000), TimeUnit.MILLISECONDS)) {
            export.process().destroyForcibly().waitFor();
          } else {
            assertEquals(0, export.process().exitValue(), export.err());
          }
        }
        told("export", crawl, "--markdown", out.toString(), "--jsonl", lines.toString());
      }
      told("export", crawl, "--markdown", calm.toString(), "--jsonl", calmLines.toString());
      Map<String, String> calmFiles = files(calm);
      assertTrue(calmFiles.size() > half);
      assertEquals(calmFiles, files(out), "seed " + SEED);
      assertEquals(Files.readString(calmLines), Files.readString(lines), "seed " + SEED);
    }
  }
}

package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.CdxjIndex;
import dev.arachne.archive.WarcFile;
import dev.arachne.arguments.ExitCode;
import dev.arachne.directory.CrawlArchive;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The index that a crawl's ledger makes of its archive, against that which the files make: after
 * each kill, while it runs, and at the end.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class CrawlArchiveTest {
  private static final long SEED = Long.getLong("arachne.kill.seed", System.nanoTime());
  private static final int KILLS = 3;
  private static final int PAGES = 1_500;

  @TempDir Path temporary;

  private final KillMoments moments = new KillMoments(new Random(SEED), PAGES);

  private static String text(CdxjIndex index) throws IOException {
    var out = new ByteArrayOutputStream();
    index.writeTo(out);
    index.close();
    return out.toString(StandardCharsets.US_ASCII);
  }

  /** By reading the files, as far as they are committed. */
  private static String read(CrawlArchive archive) throws IOException {
    var index = new CdxjIndex();
    for (WarcFile file : archive.files()) {
      index.add(file, fault -> assertEquals("", fault.toString(), "seed " + SEED));
    }
    return text(index);
  }

  @Test
  void theLedgerHasEachCommittedCaptureOnceAfterEachKill() throws Exception {
    Path kept = temporary.resolve("kept");
    try (TestWeb web = TestWeb.serve(new LinkedPages(PAGES, 1_000, 6, SEED))) {
      for (int killed = 0; killed < KILLS; killed++) {
        Process process = start(kept, web.url("/"));
        moments.await(moments.next(web.requestCount(), KILLS - killed), web, process);
        process.destroyForcibly().waitFor();
        Optional<CrawlArchive> archive = CrawlArchive.of(kept);
        if (archive.isPresent()) {
          assertEquals(read(archive.get()), text(archive.get().index()), "seed " + SEED);
        }
      }
      Process process = start(kept, web.url("/"));
      assertTrue(process.waitFor(5, TimeUnit.MINUTES));
      assertEquals(0, process.exitValue(), "seed " + SEED);
    }
    String whole = text(CrawlArchive.of(kept).orElseThrow().index());
    List<String> urls = whole.lines().map(line -> line.replaceAll(" .*", "")).toList();
    assertEquals(
        new HashSet<>(urls).size(),
        urls.stream().filter(url -> !url.endsWith("robots.txt")).count() + 1);
    assertTrue(urls.size() > PAGES, () -> urls.size() + " seed " + SEED);
    CapturedOutput cdxj = CapturedOutput.by("archive", "cdxj", kept.toString());
    assertEquals(ExitCode.DONE, cdxj.code(), cdxj.err());
    assertEquals(whole, cdxj.body());
    assertEquals(
        whole, CapturedOutput.by("archive", "cdxj", temporary.resolve("warc").toString()).body());
  }

  @Test
  void aCrawlThatRunsIsIndexedUpToWhatItHasCommitted() throws Exception {
    Path kept = temporary.resolve("kept");
    try (TestWeb web = TestWeb.serve(new LinkedPages(PAGES, 1_000, 6, SEED))) {
      Process process = start(kept, web.url("/"));
      while (committed(kept) < PAGES / 10) {
        assertFalse(process.waitFor(10, TimeUnit.MILLISECONDS), "seed " + SEED);
      }
      CapturedOutput cdxj = CapturedOutput.by("archive", "cdxj", kept.toString());
      process.destroyForcibly().waitFor();
      assertEquals(ExitCode.DONE, cdxj.code(), cdxj.err());
      String later = text(CrawlArchive.of(kept).orElseThrow().index());
      List<String> missing = new ArrayList<>(cdxj.body().lines().toList());
      missing.removeAll(new HashSet<>(later.lines().toList()));
      assertEquals(List.of(), missing, "seed " + SEED);
      assertTrue(cdxj.body().lines().count() >= PAGES / 10, "seed " + SEED);
    }
  }

  /** How many captures are committed. */
  private static long committed(Path kept) throws Exception {
    Optional<CrawlArchive> archive = CrawlArchive.of(kept);
    return archive.isEmpty() ? 0 : text(archive.get().index()).lines().count();
  }

  @Test
  void aCrawlThatHasCommittedNothingHasAnEmptyIndex() throws Exception {
    Path kept = temporary.resolve("kept");
    try (var silent = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
      Process process = start(kept, "http://127.0.0.1:" + silent.getLocalPort() + "/");
      silent.accept(); // It asks for robots.txt, and gets no answer.
      CapturedOutput running = CapturedOutput.by("archive", "cdxj", kept.toString());
      process.destroyForcibly().waitFor();
      assertToldNothing(running);
    }
    Files.deleteIfExists(kept.resolve("store.proof")); // As before the first sync.
    for (String verb : List.of("cdxj", "ls")) {
      assertToldNothing(CapturedOutput.by("archive", verb, kept.toString()));
    }
  }

  private static void assertToldNothing(CapturedOutput told) {
    assertEquals("", told.err());
    assertEquals("", told.out() + told.body());
    assertEquals(ExitCode.DONE, told.code());
  }

  private Process start(Path kept, String root) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.arachne.cli.Main", "crawl", "-q", "--tasks", "20"));
    command.addAll(List.of("--warc=" + temporary.resolve("warc"), "--warc-size", "1m"));
    command.addAll(List.of("--dir", kept.toString(), root));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}

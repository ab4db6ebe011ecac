package dev.arachne.cli;

import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.LargeFile;
import dev.arachne.testkit.LargeFile.Form;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Downloads by crawls in processes of their own with little memory, which are killed and started
 * again by the same command. The numbers are those of a build; for the whole size:
 *
 * <pre>
 * mvn -pl cli -am verify -Dtest=LargeDownloadTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Darachne.large.bytes=4300000000 -Darachne.large.heap=128m
 * </pre>
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class LargeDownloadTest {
  private static final long BYTES = Long.getLong("arachne.large.bytes", 300_000_000);
  private static final String HEAP = System.getProperty("arachne.large.heap", "64m");
  private static final int KILLS = Integer.getInteger("arachne.large.kills", 3);
  private static final long SEED = Long.getLong("arachne.kill.seed", System.nanoTime());

  /** What may come again: what is in the buffer, and what was not known to be on the disk. */
  private static final long IN_FLIGHT = 18 << 20;

  private static final int HOSTS = 10;
  private static final long BYTES_OF_A_HOST = 20_000_000;

  @TempDir Path folder;

  private final AtomicBoolean oneWaited = new AtomicBoolean();

  private ArachneProcess start(String... roots) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("crawl", "-q", "--save", "saved"));
    arguments.addAll(List.of("--dir", "kept", "--memory", "64m"));
    arguments.addAll(List.of(roots));
    return ArachneProcess.start(folder, Map.of("JAVA_TOOL_OPTIONS", "-Xmx" + HEAP), arguments);
  }

  private Path saved(TestWeb web) {
    String host = URI.create(web.url("/")).getAuthority().replace(':', '_');
    return folder.resolve("saved").resolve(host).resolve("file");
  }

  private static TestWeb serve(LargeFile file) {
    return TestWeb.serve(TestSite.of(route("/file", file::reply)));
  }

  /** Bytes that have come, as they are on the wire. */
  private long spooled() throws IOException {
    Path spool = folder.resolve("kept/spool");
    if (!Files.isDirectory(spool)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(spool)) {
      Path coded = files.filter(it -> it.toString().endsWith(".coded")).findFirst().orElse(null);
      return coded == null ? 0 : Files.size(coded);
    } catch (NoSuchFileException e) {
      return 0; // It was moved to its place just now.
    }
  }

  /** Kills the process when so much has come; returns how much has, or 0 if it ended before. */
  private long kill(ArachneProcess process, long bytes) throws Exception {
    while (spooled() < bytes && process.process().isAlive()) {
      process.process().waitFor(1, TimeUnit.MILLISECONDS);
    }
    boolean isAlive = process.process().isAlive();
    process.process().destroyForcibly().waitFor();
    return isAlive ? spooled() : 0;
  }

  private void assertWhole(LargeFile file, TestWeb web) throws Exception {
    assertEquals(file.bytes(), Files.size(saved(web)));
    assertEquals(file.sha256(), sha256(saved(web)));
  }

  private void assertClean() throws Exception {
    List<Violation> violations = new ArrayList<>();
    CrawlAudit.of(folder.resolve("kept"), violations::add);
    assertEquals(List.of(), violations);
    assertFalse(Files.exists(folder.resolve("kept/spool")));
    try (Stream<Path> files = Files.walk(folder.resolve("saved"))) {
      List<Path> all = files.filter(Files::isRegularFile).toList();
      assertTrue(all.stream().allMatch(it -> it.endsWith("file")), all::toString);
    }
  }

  private static List<String> ranges(TestWeb web) {
    return web.requests().stream()
        .filter(request -> request.target().equals("/file"))
        .map((LoggedRequest request) -> request.header("Range").orElse(""))
        .toList();
  }

  private static String sha256(Path file) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  @ParameterizedTest
  @EnumSource
  void aDownloadThatIsKilledAtHalfContinuesThere(Form form) throws Exception {
    LargeFile file = LargeFile.of(BYTES, form);
    try (TestWeb web = serve(file)) {
      long come = kill(start(web.url("/file")), file.sentBytes() / 2);
      assertTrue(come > 0, "it ended before");
      assertFalse(Files.exists(saved(web)));
      ArachneProcess again = start(web.url("/file"));
      assertEquals(0, again.await(), again.err());
      assertWhole(file, web);
      assertClean();
      List<String> ranges = ranges(web);
      assertEquals(2, ranges.size());
      long first = Long.parseLong(ranges.getLast().replace("bytes=", "").replace("-", ""));
      assertTrue(first > come - IN_FLIGHT, "from " + first + " on, of " + come);
      assertTrue(again.out().isEmpty() || !again.err().contains("OutOfMemory"));
    }
  }

  @Test
  void aDownloadThatIsKilledAtAnyMomentIsNeverThereInPart() throws Exception {
    var random = new Random(SEED);
    LargeFile file = LargeFile.of(BYTES / 2, Form.GZIP);
    try (TestWeb web = serve(file)) {
      for (int kill = 0; kill < KILLS; kill++) {
        ArachneProcess process = start(web.url("/file"));
        kill(process, random.nextLong(file.sentBytes() + 1));
        if (Files.exists(saved(web))) {
          assertWhole(file, web);
        }
      }
      ArachneProcess last = start(web.url("/file"));
      assertEquals(0, last.await(), () -> "seed " + SEED);
      assertWhole(file, web);
      assertClean();
    }
  }

  @Test
  void largeBodiesOfManyHostsComeAtOnce() throws Exception {
    LargeFile file = LargeFile.of(BYTES_OF_A_HOST, Form.PLAIN);
    var halfway = new CountDownLatch(HOSTS);
    HttpReply together = file.whole();
    HttpReply reply = together.body(together.length(), waiting(together.pieces(), halfway));
    List<TestWeb> webs = new ArrayList<>();
    try {
      for (int host = 0; host < HOSTS; host++) {
        var plan = TestWeb.plan().address("127.0.0." + (host + 2));
        webs.add(plan.site(TestSite.of(route("/file", reply))).start());
      }
      ArachneProcess process =
          start(webs.stream().map(web -> web.url("/file")).toArray(String[]::new));
      assertEquals(0, process.await(), process.err());
      assertFalse(oneWaited.get(), "one host waits for another");
      for (TestWeb web : webs) {
        assertWhole(file, web);
        assertEquals(List.of(""), ranges(web));
      }
      assertClean();
    } finally {
      webs.forEach(TestWeb::close);
    }
  }

  /** The same pieces, the second half of which comes when all servers have sent the first. */
  private Iterable<byte[]> waiting(Iterable<byte[]> pieces, CountDownLatch halfway) {
    return () -> {
      Iterator<byte[]> all = pieces.iterator();
      return new Iterator<>() {
        private long sent;

        @Override
        public boolean hasNext() {
          return all.hasNext();
        }

        @Override
        public byte[] next() {
          if (sent >= BYTES_OF_A_HOST / 2 && sent < BYTES_OF_A_HOST / 2 + LargeFile.BLOCK) {
            halfway.countDown();
            try {
              if (!halfway.await(1, TimeUnit.MINUTES)) {
                oneWaited.set(true);
              }
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
          sent += LargeFile.BLOCK;
          return all.next();
        }
      };
    };
  }
}

package dev.arachne.cli;

import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.WarcDigest;
import dev.arachne.testkit.LargeFile;
import dev.arachne.testkit.LargeFile.Form;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;

/**
 * A body that is much larger than the heap of the process that archives it. The numbers are those
 * of a build; for the whole size: {@code -Darachne.large.bytes=4300000000}.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS)
class LargeArchiveTest {
  private static final long BYTES = Long.getLong("arachne.large.bytes", 200_000_000);
  private static final String HEAP = System.getProperty("arachne.large.heap", "64m");

  @TempDir Path folder;

  @Test
  void aBodyThatIsLargerThanTheHeapIsArchivedWhole() throws Exception {
    LargeFile file = LargeFile.of(BYTES, Form.PLAIN);
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/file", file::reply)))) {
      ArachneProcess process =
          ArachneProcess.start(
              folder,
              Map.of("JAVA_TOOL_OPTIONS", "-Xmx" + HEAP),
              List.of(
                  "crawl",
                  "-q",
                  "--warc",
                  "warc",
                  "--warc-digest",
                  "sha256",
                  "--memory",
                  "64m",
                  "--dir",
                  "kept",
                  web.url("/file")));
      assertTrue(process.process().waitFor(30, TimeUnit.MINUTES));
      assertEquals(0, process.process().exitValue());
      assertEquals(1, responses(web.url("/file"), file));
    }
    try (Stream<Path> parts = Files.list(folder.resolve("kept/archive-parts"))) {
      assertEquals(List.of(), parts.toList());
    }
  }

  /** How many responses of a URL there are, each of them checked. */
  private int responses(String url, LargeFile file) throws Exception {
    int count = 0;
    try (Stream<Path> files = Files.list(folder.resolve("warc"))) {
      for (Path each : files.toList()) {
        try (var reader = new WarcReader(each)) {
          for (WarcRecord its = reader.next().orElse(null);
              its != null;
              its = reader.next().orElse(null)) {
            if (its instanceof WarcResponse response && response.target().equals(url)) {
              check(response, file);
              count++;
            }
          }
        }
      }
    }
    return count;
  }

  private static void check(WarcResponse response, LargeFile file) throws Exception {
    MessageDigest digest = WarcDigest.Algorithm.SHA256.digest();
    assertEquals(file.bytes(), read(response.http().body().stream(), digest));
    assertEquals(file.sha256(), HexFormat.of().formatHex(digest.digest()));
    assertEquals(
        "sha256:" + file.sha256(), response.headers().first("WARC-Payload-Digest").orElseThrow());
  }

  private static long read(InputStream in, MessageDigest digest) throws IOException {
    long length = 0;
    byte[] buffer = new byte[1 << 16];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      digest.update(buffer, 0, n);
      length += n;
    }
    return length;
  }
}

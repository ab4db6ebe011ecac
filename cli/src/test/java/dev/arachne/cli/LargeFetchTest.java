package dev.arachne.cli;

import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.terminal.Streams;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.LargeFile;
import dev.arachne.testkit.LargeFile.Form;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fetches of bodies that are larger than the memory of the process. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LargeFetchTest {
  private static final long BYTES = 200_000_000;
  private static final long CUT = 150_000_000;
  private static final int PIECE = 300_000;

  @TempDir Path folder;

  private int fetch(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("fetch"));
    all.addAll(List.of(arguments));
    return ArachneProcess.start(folder, Map.of("JAVA_TOOL_OPTIONS", "-Xmx32m"), all).await();
  }

  private static String sha256(Path file, long bytes) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (long left = bytes; left > 0; ) {
        int n = in.read(buffer, 0, (int) Math.min(left, buffer.length));
        assertTrue(n > 0, "the file is shorter");
        digest.update(buffer, 0, n);
        left -= n;
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private void assertWhole(LargeFile large, Path file) throws Exception {
    assertEquals(large.bytes(), Files.size(file));
    assertEquals(large.sha256(), sha256(file, large.bytes()));
  }

  @ParameterizedTest
  @EnumSource
  void aFileGetsABodyThatMemoryHasNoRoomFor(Form form) throws Exception {
    LargeFile large = LargeFile.of(BYTES, form);
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", large.whole())))) {
      assertEquals(ExitCode.DONE, fetch("-o", "file", web.url("/")));
      assertWhole(large, folder.resolve("file"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void standardOutputGetsABodyThatMemoryHasNoRoomFor(Form form) throws Exception {
    LargeFile large = LargeFile.of(BYTES, form);
    HttpReply chunked = large.whole().chunked(100_000);
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", chunked)))) {
      assertEquals(ExitCode.DONE, fetch(web.url("/")));
      assertWhole(large, folder.resolve("out"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theBeginningOfATruncatedBodyIsInTheFile(Form form) throws Exception {
    LargeFile large = LargeFile.of(BYTES, form);
    LargeFile first = LargeFile.of(CUT - LargeFile.BLOCK, form);
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", large.cutAfter(CUT))))) {
      assertEquals(ExitCode.OfFetch.PARTIAL.code(), fetch("-o", "file", web.url("/")));
      Path file = folder.resolve("file");
      long least = form == Form.PLAIN ? CUT : first.bytes();
      assertTrue(Files.size(file) >= least && Files.size(file) <= CUT, () -> "" + file.toFile());
      assertEquals(first.sha256(), sha256(file, first.bytes()));
    }
  }

  @Test
  void aBodyLargerThanTheUserWantsItLeavesTheFileAlone() throws Exception {
    LargeFile large = LargeFile.of(10_000_000, Form.PLAIN);
    Path file = folder.resolve("file");
    Files.writeString(file, "before");
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", large.whole())))) {
      CapturedOutput told =
          CapturedOutput.by("fetch", "--max-filesize", "1m", "-o", file.toString(), web.url("/"));
      assertEquals(ExitCode.OfFetch.TOO_LARGE.code(), told.code());
      assertEquals(
          "arachne fetch: "
              + web.url("/")
              + ": the body is more than 1048576 bytes; --max-filesize takes more\n",
          told.err());
      assertEquals("before", Files.readString(file));
    }
  }

  @Test
  void aBodyThatDecodesToMoreThanTheUserWantsEndsThere() throws Exception {
    HttpReply bomb = HttpReply.of(200).body(new byte[50_000_000]).gzip().chunked(10_000);
    Path file = folder.resolve("file");
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", bomb)))) {
      String[] command = {"fetch", "--max-filesize", "1m", "-o", file.toString(), web.url("/")};
      assertEquals(ExitCode.OfFetch.TOO_LARGE.code(), CapturedOutput.by(command).code());
      assertTrue(Files.size(file) <= 1 << 20);
    }
  }

  @Test
  void aBombIsNotALargeBody() throws Exception {
    HttpReply bomb = HttpReply.of(200).body(new byte[200_000_000]).gzip().chunked(10_000);
    Path file = folder.resolve("file");
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", bomb)))) {
      CapturedOutput told = CapturedOutput.by("fetch", "-o", file.toString(), web.url("/"));
      assertEquals(ExitCode.OfFetch.CODING.code(), told.code());
      assertTrue(Files.size(file) < 100_000_000);
    }
  }

  @Test
  void aBodyIsShownAsItComes() throws Exception {
    var shown = new CountDownLatch(1);
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int octet) {
            shown.countDown();
          }
        };
    HttpReply slow = HttpReply.of(200).body(2 * PIECE, () -> waiting(shown));
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", slow)))) {
      var streams = new Streams(new ByteArrayInputStream(new byte[0]), out, () -> false);
      var text = new PrintWriter(new StringWriter());
      assertEquals(
          ExitCode.DONE, Arachne.run(new String[] {"fetch", web.url("/")}, streams, text, text));
    }
  }

  /** Two pieces of a body, the second of which comes when something was shown. */
  private static Iterator<byte[]> waiting(CountDownLatch shown) {
    return new Iterator<>() {
      private int given;

      @Override
      public boolean hasNext() {
        return given < 2;
      }

      @Override
      public byte[] next() {
        try {
          if (given++ == 1 && !shown.await(1, TimeUnit.MINUTES)) {
            throw new UncheckedIOException(new IOException("nothing is shown"));
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        return new byte[PIECE];
      }
    };
  }
}

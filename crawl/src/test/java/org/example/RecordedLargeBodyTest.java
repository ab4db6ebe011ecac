package org.example;

import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.LargeFile;
import dev.arachne.testkit.LargeFile.Form;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records bodies that are larger than the heap, in a process of its own. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RecordedLargeBodyTest {
  private static final long BYTES = 200_000_000;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void aRecorderGetsABodyByteForByteThatMemoryHasNoRoomFor(Form form) throws Exception {
    LargeFile file = LargeFile.of(BYTES, form);
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/file", file.whole())))) {
      assertEquals(0, crawl(web.url("/file")), () -> read(folder.resolve("output")));
      String host = URI.create(web.url("/")).getAuthority().replace(':', '_');
      assertEquals(file.sha256(), sha256(folder.resolve("saved").resolve(host).resolve("file")));
    }
    Path wire = folder.resolve("file");
    try (InputStream in = new BufferedInputStream(Files.newInputStream(wire))) {
      String head = head(in);
      assertTrue(head.startsWith("HTTP/1.1 200 "), head);
      assertEquals(file.sentBytes(), Files.size(wire) - head.length());
      assertEquals(file.sha256(), sha256(form == Form.GZIP ? new GZIPInputStream(in) : in));
    }
  }

  private int crawl(String url) throws Exception {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-Xmx72m",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens",
            "java.base/java.lang=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            RecordingCrawl.class.getName(),
            url,
            folder.toString());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("output").toFile())
        .start()
        .waitFor();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static String head(InputStream in) throws IOException {
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    return head.toString();
  }

  private static String sha256(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      return sha256(in);
    }
  }

  private static String sha256(InputStream in) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] buffer = new byte[1 << 16];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      digest.update(buffer, 0, n);
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}

package dev.arachne.archive;

import static dev.arachne.archive.TestArchive.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.testkit.Suites;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcCompression;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcWriter;
import org.netpreserve.jwarc.Warcinfo;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Archives that other programs wrote: jwarc, and wget of a real nginx. Where these are not
 * installed, the test is skipped and says so; {@code .ci/run} installs them.
 */
class ForeignArchivesTest {
  private static final Set<String> BINDING = Set.of("strong", "good", "consensus");
  private static final Path NGINX = Path.of("/usr/sbin/nginx");
  private static final Path WGET = Path.of("/usr/bin/wget");

  @TempDir Path temporary;

  private final List<WarcFault> faults = new ArrayList<>();
  private final List<Process> servers = new ArrayList<>();

  @AfterEach
  void stopServers() throws InterruptedException {
    for (Process server : servers) {
      server.descendants().forEach(ProcessHandle::destroy);
      server.destroy();
      if (!server.waitFor(10, TimeUnit.SECONDS)) {
        server.destroyForcibly().waitFor();
      }
    }
  }

  private ArchiveCheck.Report check(Path file) throws IOException {
    faults.clear();
    return ArchiveCheck.of(List.of(WarcFile.of(file)), faults::add);
  }

  private String body(Path file, String url) throws IOException {
    var captures = new Captures(List.of(WarcFile.of(file)), fault -> {});
    var body = new ArrayList<String>();
    captures.read(
        captures.nearest(url, Optional.empty()).orElseThrow(),
        record -> {
          HttpPayload http = HttpPayload.of(record.block()).orElseThrow();
          try (var content = http.content(record.blockLength())) {
            body.add(new String(content.readAllBytes(), StandardCharsets.UTF_8));
          }
        });
    return body.getFirst();
  }

  @Test
  void archivesOfJwarcAreRead() throws IOException {
    for (WarcCompression compression : WarcCompression.values()) {
      if (compression == WarcCompression.ZSTD) {
        continue; // Not a format of WARC 1.1.
      }
      Path file = temporary.resolve(compression + ".warc");
      var date = Instant.parse("2026-01-02T03:04:05Z");
      URI url = URI.create("http://a.test/page");
      HttpResponse http =
          new HttpResponse.Builder(200, "OK").body(MediaType.HTML, bytes("<p>hello")).build();
      try (var writer =
          new WarcWriter(
              FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              compression)) {
        writer.write(new Warcinfo.Builder().filename("x.warc").build());
        writer.write(
            new WarcResponse.Builder(url)
                .date(date)
                .body(http)
                .payloadDigest("sha1", TestArchive.sha1(bytes("<p>hello")).substring(5))
                .build());
        writer.write(
            new WarcRevisit.Builder(
                    URI.create("http://a.test/again"), WarcRevisit.IDENTICAL_PAYLOAD_DIGEST_1_1)
                .date(date)
                .refersTo((URI) null, url, date)
                .build());
        writer.write(
            new WarcResource.Builder(URI.create("urn:x:y"))
                .date(date)
                .body(MediaType.PLAIN_TEXT, bytes("text"))
                .build());
      }
      ArchiveCheck.Report report = check(file);
      assertEquals(List.of(), faults.stream().filter(each -> !each.kind().isNote()).toList());
      assertEquals(4, report.records());
      assertTrue(report.digests() > 0);
      assertEquals("<p>hello", body(file, url.toString()));
    }
  }

  @Test
  void archivesOfWgetAreRead() throws Exception {
    for (Path program : List.of(NGINX, WGET)) {
      if (!Files.isExecutable(program)) {
        System.err.println("SKIPPED: " + program + " is not installed; apt-get install it");
      }
      assumeTrue(Files.isExecutable(program), program + " is not installed");
    }
    Path site = Files.createDirectory(temporary.resolve("site"));
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    String text = "<p>text of a page</p>\n".repeat(500);
    Files.writeString(site.resolve("index.html"), "<a href=page.html>1</a><a href=no.html>2</a>");
    Files.writeString(site.resolve("page.html"), text);
    int port = serve();
    String root = "http://127.0.0.1:" + port + "/";
    wget("plain", root, "--no-warc-compression");
    wget("gzip", root);
    // nginx compresses as it sends: chunks.
    wget("coded", root + "page.html", "--header=Accept-Encoding: gzip");
    for (String name : List.of("plain.warc", "gzip.warc.gz", "coded.warc.gz")) {
      Path file = temporary.resolve(name);
      ArchiveCheck.Report report = check(file);
      assertTrue(report.isClean(), faults::toString);
      assertTrue(report.records() > 4, report::toString);
      assertEquals(text, body(file, root + "page.html"), name);
    }
    assertEquals(
        List.of(WarcFault.Kind.DIGEST_OF_CODED), faults.stream().map(WarcFault::kind).toList());
  }

  private void wget(String name, String url, String... options) throws Exception {
    var command = new ArrayList<>(List.of(WGET.toString(), "-q", "-r", "--no-config"));
    command.addAll(List.of(options));
    command.addAll(List.of("-P", temporary.resolve(name + ".files").toString()));
    command.addAll(List.of("--warc-file=" + temporary.resolve(name), url));
    Process wget = new ProcessBuilder(command).inheritIO().start();
    assertTrue(wget.waitFor(60, TimeUnit.SECONDS));
  }

  private int serve() throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Path configuration =
        Files.writeString(
            temporary.resolve("nginx.conf"),
            """
            daemon off; master_process off; pid DIR/pid; error_log DIR/error.log; events {}
            http {
              access_log off; types { text/html html; } gzip on;
              client_body_temp_path DIR/1; proxy_temp_path DIR/2; fastcgi_temp_path DIR/3;
              uwsgi_temp_path DIR/4; scgi_temp_path DIR/5;
              server { listen 127.0.0.1:PORT; root DIR/site; }
            }
            """
                .replace("DIR", temporary.toString())
                .replace("PORT", String.valueOf(port)));
    servers.add(
        new ProcessBuilder(NGINX.toString(), "-c", configuration.toString()).inheritIO().start());
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (true) {
      try (var socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
        return port;
      } catch (IOException e) {
        assertTrue(servers.getLast().isAlive() && System.nanoTime() < end, "no server");
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
    }
  }

  /** The replies that tests of other projects are made of, as they would be archived. */
  @Test
  void rawRepliesAreArchivedAsTheyCame() throws IOException {
    Optional<Path> suite = Suites.file("http/raw-responses.json");
    assumeTrue(suite.isPresent(), Suites.MISSING);
    var archive = new TestArchive();
    int count = 0;
    int compared = 0;
    for (JsonNode each : new ObjectMapper().readTree(Files.readAllBytes(suite.get()))) {
      byte[] reply = Base64.getDecoder().decode(each.get("reply_b64").asString());
      archive.record(
          "response",
          "WARC-Target-URI: http://a.test/%d\r\nContent-Type: application/http; msgtype=response\r\n"
              .formatted(count++),
          reply);
      JsonNode expected = each.get("expect");
      boolean isBinding = BINDING.contains(each.get("grade").asString());
      if (isBinding && expected.get("outcome").asString().equals("ok")) {
        HttpPayload http = HttpPayload.of(new ByteArrayInputStream(reply)).orElseThrow();
        assertEquals(expected.get("status").asInt(), http.head().status());
        assertArrayEquals(
            Base64.getDecoder().decode(expected.get("body_b64").asString()),
            http.body().readAllBytes(),
            each.get("id").asString());
        compared++;
      }
    }
    assertTrue(compared > 20, "compared: " + compared);
    Path file = TestArchive.written(temporary.resolve("raw.warc.gz"), archive.gzip());
    ArchiveCheck.Report report = check(file);
    assertTrue(report.isClean(), faults::toString);
    assertEquals(count, report.digests());
  }
}

package dev.arachne.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.protocol.HttpVersion;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.spool.Spool;
import dev.arachne.spool.SpooledBody;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2 with servers that others wrote: nginx and nghttpd, where they are installed. */
@Timeout(60)
final class Http2PeersTest {

  private static final int[] SIZES = {0, 1, 1_000, 26_000, 70_000, 1_000_000, 3_000_000};

  private static final HttpOptions ALPN = Fetching.LOCAL.withTls(Fetching.TRUSTING);

  @TempDir private Path directory;

  @BeforeEach
  void writePages() throws IOException {
    Files.createDirectory(directory.resolve("pages"));
    for (int size : SIZES) {
      Files.write(directory.resolve("pages/" + size), page(size));
    }
    Files.writeString(directory.resolve("server.pem"), TestCertificate.VALID.pem());
    try (Stream<Path> files = Files.walk(directory)) {
      files.forEach(file -> assertTrue(file.toFile().setReadable(true, false)));
    }
    assertTrue(directory.toFile().setExecutable(true, false));
  }

  private static byte[] page(int size) {
    return "0123456789abcdef ".repeat(size / 17 + 1).substring(0, size).getBytes(US_ASCII);
  }

  private interface Body {
    void with(int port) throws Exception;
  }

  private void nginx(Body body) throws Exception {
    int port = freePort();
    String configuration =
        """
        daemon off;
        pid %1$s/nginx.pid;
        worker_processes 1;
        events { worker_connections 100; }
        http {
          log_format ranges '$request_uri $status $http_range';
          access_log %1$s/access.log ranges;
          client_body_temp_path %1$s/body;
          proxy_temp_path %1$s/proxy;
          fastcgi_temp_path %1$s/fastcgi;
          uwsgi_temp_path %1$s/uwsgi;
          scgi_temp_path %1$s/scgi;
          keepalive_requests 40;
          server {
            listen 127.0.0.1:%2$d ssl http2;
            ssl_certificate %1$s/server.pem;
            ssl_certificate_key %1$s/server.pem;
            root %1$s/pages;
          }
          server {
            listen 127.0.0.2:%2$d http2;
            root %1$s/pages;
          }
        }
        """
            .formatted(directory, port);
    Path file = directory.resolve("nginx.conf");
    Files.writeString(file, configuration);
    String log = directory.resolve("error.log").toString();
    with(List.of(binary("nginx"), "-e", log, "-c", file.toString()), port, body);
  }

  private void nghttpd(Body body, String... options) throws Exception {
    int port = freePort();
    var command = new ArrayList<>(List.of(binary("nghttpd"), "-a", "127.0.0.1"));
    command.addAll(List.of("-d", directory.resolve("pages").toString()));
    command.addAll(List.of(options));
    command.add("" + port);
    if (options.length == 0) {
      command.add(directory.resolve("server.pem").toString());
      command.add(directory.resolve("server.pem").toString());
    }
    with(command, port, body);
  }

  private void with(List<String> command, int port, Body body) throws Exception {
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      while (!answers(port)) {
        assertTrue(process.isAlive(), () -> command.getFirst() + " did not start: " + read(output));
        Thread.onSpinWait();
      }
      body.with(port);
    } finally {
      process.destroy();
      process.onExit().join();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static String binary(String name) {
    Optional<Path> found =
        Stream.concat(
                Stream.of(System.getenv("PATH").split(":", -1)), Stream.of("/usr/sbin", "/usr/bin"))
            .map(each -> Path.of(each, name))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(found.isPresent(), () -> "SKIPPED: " + name + " is not installed");
    return found.orElseThrow().toString();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }

  private static boolean answers(int port) {
    try (var socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Fetches all pages many times, six at once; how many connections that took. */
  private static int fetchPages(HttpOptions options, String root) throws Exception {
    int[] connections = {0};
    Fetching.run(
        options.withConnections(6, 6),
        client ->
            TaskGroup.run(group -> {
              var tasks = new ArrayList<Task<Boolean>>();
              for (int i = 0; i < 140; i++) {
                int size = SIZES[i % SIZES.length];
                tasks.add(
                    group.spawn(
                        "page",
                        () -> {
                          HttpResponse page = Fetching.get(client, root + "/" + size);
                          assertEquals(200, page.status());
                          assertEquals(HttpVersion.HTTP_2, page.version());
                          assertArrayEquals(page(size), page.body());
                          connections[0] += page.connectionUse() == 1 ? 1 : 0;
                          return true;
                        }));
              }
              tasks.forEach(Task::await);
              return tasks.size();
            }));
    return connections[0];
  }

  @Test
  void pagesOfAnNginxThatChoosesHttp2ComeWholeAlsoAcrossItsGoAways() throws Exception {
    nginx(port -> {
      int connections = fetchPages(ALPN, "https://127.0.0.1:" + port);
      assertTrue(connections >= 3 && connections <= 8, () -> connections + " connections");
    });
  }

  @Test
  void aBodyOfAStreamHasItsOwnBytesUntilItIsDiscarded() throws Exception {
    int[] sizes = {300, 20_000, 70_000, 300_000, 1_100_000};
    for (int i = 0; i < 20; i++) {
      byte[] page = new byte[sizes[i % sizes.length]];
      new Random(i).nextBytes(page);
      Files.write(directory.resolve("pages/own-" + i), page);
    }
    nginx(port ->
        BorrowedBodies.check(
            ALPN,
            new BorrowedBodies.Site() {
              @Override
              public String url(SplittableRandom random) {
                return "https://127.0.0.1:" + port + "/own-" + random.nextInt(20);
              }

              @Override
              public byte[] page(String url) {
                int number = Integer.parseInt(url.substring(url.lastIndexOf('-') + 1));
                byte[] page = new byte[sizes[number % sizes.length]];
                new Random(number).nextBytes(page);
                return page;
              }
            }));
  }

  @Test
  void pagesOfAnNginxWithoutTlsComeByPriorKnowledge() throws Exception {
    nginx(port ->
        fetchPages(Fetching.LOCAL.withHttp2(Http2.PRIOR_KNOWLEDGE), "http://127.0.0.2:" + port));
  }

  @Test
  void pagesOfAnNghttpdComeOverOneConnection() throws Exception {
    nghttpd(port -> assertEquals(1, fetchPages(ALPN, "https://127.0.0.1:" + port)));
  }

  @Test
  void pagesOfAnNghttpdComeWithPaddingTrailersAndSmallFrames() throws Exception {
    nghttpd(
        port ->
            fetchPages(Fetching.LOCAL.withHttp2(Http2.PRIOR_KNOWLEDGE), "http://127.0.0.1:" + port),
        "--no-tls",
        "--padding=100",
        "--trailer=x-end: yes",
        "--header-table-size=0",
        "--encoder-header-table-size=0");
  }

  @Test
  void otherAnswersAreWhatTheyAreOverHttp1() throws Exception {
    nginx(port -> {
      CrawlUrl page = CrawlUrl.of("https://127.0.0.1:" + port + "/26000");
      CrawlUrl nowhere = CrawlUrl.of("https://127.0.0.1:" + port + "/nowhere");
      List<HttpRequest> requests =
          List.of(
              HttpRequest.get(page),
              HttpRequest.head(page),
              HttpRequest.get(nowhere),
              HttpRequest.get(page).range(10, 19),
              HttpRequest.post(page, "text/plain", new byte[100_000]));
      for (HttpRequest request : requests) {
        HttpResponse one = fetch(ALPN.withHttp2(Http2.OFF), request);
        HttpResponse two = fetch(ALPN, request);
        assertEquals(HttpVersion.HTTP_1_1, one.version());
        assertEquals(HttpVersion.HTTP_2, two.version());
        assertEquals(one.status(), two.status());
        assertEquals(one.headers().first("etag"), two.headers().first("etag"));
        assertArrayEquals(one.body(), two.body(), request.toString());
        assertTrue(two.isComplete());
      }
    });
  }

  @Test
  void aRequestThatIsRecordedGoesOverHttp1UnlessItIsAskedForOtherwise() throws Exception {
    WireTap tap =
        new WireTap() {
          @Override
          public void begin() {}

          @Override
          public void sent(byte[] bytes, int offset, int length) {}

          @Override
          public void received(byte[] bytes, int offset, int length) {}
        };
    nginx(port -> {
      CrawlUrl page = CrawlUrl.of("https://127.0.0.1:" + port + "/26000");
      HttpRequest recorded = HttpRequest.get(page).withTap(tap);
      assertEquals(HttpVersion.HTTP_1_1, fetch(ALPN, recorded).version());
      assertEquals(HttpVersion.HTTP_2, fetch(ALPN.withHttp2(Http2.ALPN), recorded).version());
      Fetching.run(
          ALPN,
          client -> {
            assertEquals(
                HttpVersion.HTTP_2, client.fetch(HttpRequest.get(page), Deadline.NEVER).version());
            assertEquals(HttpVersion.HTTP_1_1, client.fetch(recorded, Deadline.NEVER).version());
            return null;
          });
    });
  }

  private static final int LARGE = 30_000_000;

  /** Bytes of connections, until they break: those of TLS and of frames are among them. */
  private static final List<Long> BREAKS = List.of(9_000_000L, 7_000_000L, 100L, 8_000_000L);

  private byte[] writeLarge() throws IOException {
    byte[] large = new byte[LARGE];
    new Random(1).nextBytes(large);
    Path file = Files.write(directory.resolve("pages/large"), large);
    assertTrue(file.toFile().setReadable(true, false));
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
    return large;
  }

  /** Goes on with a download until it is whole; returns its bytes, and adds up what came. */
  private byte[] download(int port, AtomicLong came) throws Exception {
    Spool spool = Spool.in(directory.resolve("spool"), IOException::toString);
    String url = "https://127.0.0.1:" + port + "/large";
    return Fetching.run(
        ALPN,
        client -> {
          for (int attempt = 0; attempt < 20; attempt++) {
            try (SpooledBody body = spool.body(url, "name", status -> status == 200)) {
              HttpResponse response =
                  client.fetch(HttpRequest.get(CrawlUrl.of(url)).spooledBy(body), Deadline.NEVER);
              assertEquals(HttpVersion.HTTP_2, response.version());
              came.addAndGet(response.wireBytes());
              if (response.isComplete()) {
                assertEquals(200, response.status());
                return Files.readAllBytes(response.stored().orElseThrow().file());
              }
            } catch (HttpException e) {
              assertFalse(e.failure() instanceof HttpFailure.NotResumed, e::getMessage);
            }
          }
          throw new AssertionError("the download does not end");
        });
  }

  private List<String> ranges() throws IOException {
    List<String> ranges = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve("access.log"))) {
      if (line.startsWith("/large ")) {
        ranges.add(line.substring("/large ".length()));
      }
    }
    return ranges;
  }

  @Test
  void aDownloadFromAnNginxContinuesOverHttp2WhereItsConnectionBroke() throws Exception {
    byte[] large = writeLarge();
    nginx(port -> {
      var came = new AtomicLong();
      try (var relay = new CuttingRelay(port, BREAKS)) {
        assertArrayEquals(large, download(relay.port(), came));
      }
      assertTrue(came.get() < LARGE + 100_000, came::toString);
      List<String> ranges = ranges();
      assertEquals(4, ranges.size(), ranges::toString);
      assertEquals("200 -", ranges.getFirst());
      for (String range : ranges.subList(1, 4)) {
        assertTrue(range.matches("206 bytes=[1-9][0-9]{6,}-"), ranges::toString);
      }
    });
  }

  @Test
  void aDownloadOverHttp2BeginsAnewWhereTheFileHasChanged() throws Exception {
    writeLarge();
    byte[] other = new byte[LARGE];
    nginx(port -> {
      try (var relay = new CuttingRelay(port, List.of(9_000_000L))) {
        String url = "https://127.0.0.1:" + relay.port() + "/large";
        Spool spool = Spool.in(directory.resolve("spool"), IOException::toString);
        Fetching.run(
            ALPN,
            client -> {
              try (SpooledBody body = spool.body(url, "name", status -> status == 200)) {
                HttpRequest request = HttpRequest.get(CrawlUrl.of(url)).spooledBy(body);
                assertFalse(client.fetch(request, Deadline.NEVER).isComplete());
              }
              return null;
            });
        Files.write(directory.resolve("pages/large"), other);
        assertArrayEquals(other, download(relay.port(), new AtomicLong()));
        String last = ranges().getLast();
        assertTrue(last.startsWith("200 bytes="), last);
      }
    });
  }

  @Test
  void aDownloadFromAnNghttpdThatKnowsNoRangesBeginsAnew() throws Exception {
    byte[] large = writeLarge();
    nghttpd(port -> {
      try (var relay = new CuttingRelay(port, BREAKS)) {
        assertArrayEquals(large, download(relay.port(), new AtomicLong()));
      }
    });
  }

  private static HttpResponse fetch(HttpOptions options, HttpRequest request) throws Exception {
    return Fetching.run(options, client -> client.fetch(request, Deadline.NEVER));
  }
}

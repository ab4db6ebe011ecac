package dev.arachne.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.CdxjIndex;
import dev.arachne.archive.CdxjLookup;
import dev.arachne.archive.WarcFields;
import dev.arachne.archive.WarcFile;
import dev.arachne.archive.WarcWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayTest {
  private static final String HTML = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
  private static final String SVG = "HTTP/1.1 200 OK\r\nContent-Type: image/svg+xml\r\n";
  private static final String EARLY = "2025-01-02T03:04:05Z";
  private static final String LATE = "2026-01-02T03:04:05Z";

  @TempDir Path temporary;

  private final ByteArrayOutputStream archive = new ByteArrayOutputStream();
  private Replay replay;
  private HttpClient direct;
  private HttpClient proxied;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] gzip(String text) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes(text));
    }
    return out.toByteArray();
  }

  private void record(String type, String date, String url, byte[] block, String... more)
      throws IOException {
    var fields =
        WarcFields.builder()
            .add(WarcFields.TYPE, type)
            .add(WarcFields.RECORD_ID, "<urn:test:" + archive.size() + ">")
            .add(WarcFields.DATE, date)
            .add(WarcFields.TARGET_URI, url)
            .add(WarcFields.CONTENT_TYPE, "application/http; msgtype=response")
            .add(WarcFields.CONTENT_LENGTH, String.valueOf(block.length));
    for (int i = 0; i < more.length; i += 2) {
      fields.add(more[i], more[i + 1]);
    }
    new WarcWriter().write(fields.build(), new ByteArrayInputStream(block), archive);
  }

  private void response(String date, String url, String block) throws IOException {
    record("response", date, url, bytes(block));
  }

  @BeforeEach
  void start() throws Exception {
    response(EARLY, "http://a.test/", HTML + "\r\n<title>early</title>");
    response(LATE, "http://a.test/", HTML + "\r\n<title>late</title><a href=\"/b?x|y\">b</a>");
    response("2026-01-03T00:00:00Z", "http://a.test/", "HTTP/1.1 503 Busy\r\n\r\n");
    response(
        LATE, "http://a.test/moved", "HTTP/1.1 301 M\r\nLocation: https://a.test/moved\r\n\r\n");
    response(LATE, "https://a.test/moved", HTML + "\r\nsecure");
    response(LATE, "http://a.test/loop", "HTTP/1.1 301 M\r\nLocation: https://a.test/loop\r\n\r\n");
    response(
        LATE,
        "http://a.test/chunked",
        HTML
            + "Expires: 0\r\nCache-Control: max-age=9\r\n"
            + "Transfer-Encoding: chunked\r\nAlt-Svc: h3\r\nStrict-Transport-Security: max-age=1\r\n\r\n"
            + "5\r\nhello\r\n0\r\n\r\n");
    var coded = new ByteArrayOutputStream();
    coded.writeBytes(
        bytes("HTTP/1.1 200 OK\r\nContent-Type: text/css\r\nContent-Encoding: gzip\r\n\r\n"));
    coded.writeBytes(gzip("a { background: url(/i.png) }"));
    record("response", LATE, "http://a.test/style", coded.toByteArray());
    record(
        "revisit",
        "2026-02-02T00:00:00Z",
        "http://a.test/",
        bytes("HTTP/1.1 304 Not Modified\r\n\r\n"),
        WarcFields.PROFILE,
        WarcFields.NOT_MODIFIED,
        WarcFields.REFERS_TO_TARGET_URI,
        "http://a.test/",
        WarcFields.REFERS_TO_DATE,
        LATE);
    response(LATE, "http://<b>.test/<i>?q=\"&'", HTML + "\r\nodd");
    response(
        LATE, "http://c.test/lost", "HTTP/1.1 200 OK\r\nX: a\r\nContent-Length: 10\r\n\r\nhalf");
    response(LATE, "http://d.test/doc.svg", SVG + "\r\n<svg><a href='http://e.test/'/></svg>");
    response(
        LATE,
        "http://d.test/long",
        HTML
            + "\r\n<meta http-equiv=refresh content='0; url=http://e.test/'>"
            + ("<base href='http://d.test/" + "x".repeat(16_000) + "/'>")
            + "<a href=y>".repeat(1000));
    Path file = Files.write(temporary.resolve("a.warc.gz"), archive.toByteArray());
    Path sorted = temporary.resolve("index.cdxj");
    try (var index = new CdxjIndex();
        OutputStream out = Files.newOutputStream(sorted)) {
      index.add(WarcFile.of(file), fault -> assertEquals("", fault.toString()));
      index.writeTo(out);
    }
    Path ui = Files.createDirectory(temporary.resolve("ui"));
    Files.writeString(ui.resolve("index.html"), "<title>ui");
    replay =
        Replay.start(
            CdxjLookup.open(sorted),
            Map.of("a.warc.gz", WarcFile.of(file)),
            new Replay.Options(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                Instant.MAX,
                Optional.of(ui),
                List.of(file)),
            Instant.now());
    direct = HttpClient.newBuilder().build();
    proxied =
        HttpClient.newBuilder()
            .proxy(ProxySelector.of(replay.address()))
            .sslContext(trusting(body(direct, replay.url() + "-/ca.pem")))
            .build();
  }

  private static SSLContext trusting(String pem) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry(
        "replay",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(bytes(pem))));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @AfterEach
  void stop() throws IOException {
    direct.close();
    proxied.close();
    replay.close();
  }

  private static HttpResponse<String> get(HttpClient client, String url, String... headers)
      throws Exception {
    var request = HttpRequest.newBuilder(URI.create(url));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String body(HttpClient client, String url) throws Exception {
    HttpResponse<String> response = get(client, url);
    assertEquals(200, response.statusCode(), url);
    return response.body();
  }

  private HttpResponse<String> own(String path, String... headers) throws Exception {
    return get(direct, replay.url() + path, headers);
  }

  private static String field(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  @Test
  void aProxiedBrowserGetsWhatWasCaptured() throws Exception {
    assertEquals("<title>late</title><a href=\"/b?x|y\">b</a>", body(proxied, "http://a.test/"));
    HttpResponse<String> chunked = get(proxied, "http://a.test/chunked");
    assertEquals("hello", chunked.body());
    assertEquals("", field(chunked, "alt-svc") + field(chunked, "strict-transport-security"));
    assertEquals("Fri, 02 Jan 2026 03:04:05 GMT", field(chunked, "memento-datetime"));
    assertEquals("", field(chunked, "expires") + field(chunked, "cache-control"));
    assertEquals("accept-datetime", field(chunked, "vary"));
    assertEquals("<http://a.test/chunked>; rel=\"original\"", field(chunked, "link"));
    assertEquals("gzip", field(get(proxied, "http://a.test/style"), "content-encoding"));
    assertEquals(
        "<title>early</title>",
        get(proxied, "http://a.test/", "Accept-Datetime", "Thu, 02 Jan 2025 03:04:05 GMT").body());
  }

  @Test
  void httpsIsSpokenInTheNameOfEachHost() throws Exception {
    assertEquals("secure", body(proxied, "https://a.test/moved"));
    assertEquals("https://a.test/moved", field(get(proxied, "http://a.test/moved"), "location"));
    assertEquals("hello", body(proxied, "https://a.test/chunked")); // captured by http
    assertEquals("hello", body(proxied, "https://www.a.test/chunked"));
  }

  @Test
  void aRedirectToWhatIsAskedForIsNotAnAnswer() throws Exception {
    assertEquals(301, get(proxied, "http://a.test/loop").statusCode());
    assertEquals(404, get(proxied, "https://a.test/loop").statusCode());
  }

  @Test
  void missingElementsAreReported() throws Exception {
    for (HttpResponse<String> response :
        List.of(
            get(proxied, "http://nowhere.test/x"),
            get(proxied, "https://nowhere.test/x"),
            own("2026/http://nowhere.test/x"),
            own("http://nowhere.test/x"),
            own("-/timemap/http://nowhere.test/x"),
            own("-/timegate/http://nowhere.test/x"))) {
      assertEquals(404, response.statusCode());
      assertTrue(response.body().contains("Not in the archive"), response.body());
    }
    HttpRequest post =
        HttpRequest.newBuilder(URI.create("http://a.test/"))
            .POST(HttpRequest.BodyPublishers.ofString("x=1"))
            .build();
    assertEquals(405, proxied.send(post, HttpResponse.BodyHandlers.ofString()).statusCode());
  }

  @Test
  void aBodyThatWasCutIsShownAsFarAsItGoes() throws Exception {
    assertEquals("half", body(proxied, "http://c.test/lost"));
  }

  @Test
  void theNearestCaptureIsRedirectedToAndShown() throws Exception {
    HttpResponse<String> near = own("2024/http://a.test/");
    assertEquals(302, near.statusCode());
    assertEquals("/20250102030405/http://a.test/", field(near, "location"));
    HttpResponse<String> late = own("20260102030405/http://a.test/");
    assertEquals(
        "<title>late</title><a href=\"/20260102030405/http://a.test/b?x|y\">b</a>", late.body());
    assertTrue(field(late, "content-security-policy").startsWith("sandbox "));
    assertFalse(field(late, "content-security-policy").contains("allow-same-origin"));
    assertEquals(
        "<title>late</title><a href=\"/b?x|y\">b</a>",
        own("20260102030405id_/http://a.test/").body());
    assertEquals(503, own("20260103000000/http://a.test/").statusCode());
    assertEquals(
        "/20260102030405/https://a.test/moved",
        field(own("20260102030405/http://a.test/moved"), "location"));
    assertEquals(
        "a { background: url(/20260102030405/http://a.test/i.png) }",
        get(direct, replay.url() + "2024/http://a.test/style", "Sec-Fetch-Dest", "style").body());
    assertEquals(404, own("20261399/http://a.test/").statusCode());
  }

  @Test
  void bodiesThatAreNotRewrittenRunNoScriptsAndLoadNothing() throws Exception {
    for (String path :
        List.of(
            "20260102030405id_/http://a.test/",
            "20260102030405/http://d.test/doc.svg",
            "20260102030405/http://d.test/long")) {
      HttpResponse<String> response = own(path);
      assertEquals(
          List.of("sandbox; default-src 'none'"),
          response.headers().allValues("content-security-policy"),
          path);
    }
    assertTrue(own("20260102030405/http://d.test/long").body().contains("<a href=y>"));
  }

  @Test
  void noResolverIsAskedForTheNamesOfCertificates() throws Exception {
    for (String host : List.of("999.1.1.1", "127.0.0.1", "[::1]", "[::x]", "x".repeat(253))) {
      assertTrue(certified(host), host);
    }
    assertFalse(certified("x".repeat(254)));
  }

  @Test
  void aRecordOfAnotherUrlIsNotAnAnswer() throws Exception {
    Path file = temporary.resolve("a.warc.gz");
    Path sorted = temporary.resolve("wrong.cdxj");
    String right = Files.readString(temporary.resolve("index.cdxj"));
    Files.writeString(sorted, right.replace("http://a.test/chunked", "http://a.test/Chunked"));
    try (CdxjLookup index = CdxjLookup.open(sorted)) {
      var mementos = new Mementos(index, Map.of("a.warc.gz", WarcFile.of(file)));
      assertTrue(mementos.nearest("http://a.test/chunked", Instant.MAX).isEmpty());
    }
  }

  private static boolean certified(String host) throws Exception {
    try {
      new Certificates(Instant.now()).of(host);
      return true;
    } catch (IOException e) {
      return false; // Also if a resolver was asked in vain.
    }
  }

  @Test
  void aRevisitHasTheBodyOfWhatItRefersTo() throws Exception {
    HttpResponse<String> revisit = own("20260202000000/http://a.test/");
    assertEquals(200, revisit.statusCode());
    assertTrue(revisit.body().startsWith("<title>late"), revisit.body());
    assertEquals("Mon, 02 Feb 2026 00:00:00 GMT", field(revisit, "memento-datetime"));
  }

  @Test
  void capturesAndTimesAreLinkedAsMementos() throws Exception {
    String link = field(own("20260102030405/http://a.test/"), "link");
    assertTrue(link.contains("<http://a.test/>; rel=\"original\""), link);
    assertTrue(link.contains("/20250102030405/http://a.test/>; rel=\"first prev memento\""), link);
    assertTrue(link.contains("/20260103000000/http://a.test/>; rel=\"next memento\""), link);
    assertTrue(link.contains("/20260202000000/http://a.test/>; rel=\"last memento\""), link);
    HttpResponse<String> map = own("-/timemap/http://a.test/");
    assertEquals("application/link-format", field(map, "content-type"));
    assertEquals(7, map.body().lines().count(), map.body());
    HttpResponse<String> gate =
        own("-/timegate/http://a.test/", "Accept-Datetime", "Wed, 01 Jan 2025 00:00:00 GMT");
    assertEquals(302, gate.statusCode());
    assertEquals(replay.url() + "20250102030405/http://a.test/", field(gate, "location"));
    assertEquals("accept-datetime", field(gate, "vary"));
    assertEquals(
        400, own("-/timegate/http://a.test/", "Accept-Datetime", "yesterday").statusCode());
  }

  @Test
  void ourPagesListHostsPagesAndDaysWithAllTextEscaped() throws Exception {
    String home = own("").body();
    assertTrue(home.contains("a.test") && home.contains("c.test"), home);
    String pages = own("-/host?key=test%2Ca%29").body();
    assertTrue(pages.contains("href=\"/20260102030405/http://a.test/chunked\""), pages);
    assertFalse(pages.contains("/style\""), pages);
    assertTrue(own("-/host?key=test%2Ca%29&all=1").body().contains("/style\""));
    HttpResponse<String> calendar = own("*/http://a.test/");
    assertTrue(calendar.body().contains("4 captures"), calendar.body());
    assertTrue(calendar.body().contains("February 2026"), calendar.body());
    assertTrue(own("a.test").body().contains("4 captures"));
    assertTrue(field(calendar, "content-security-policy").startsWith("default-src 'none'"));
    String odd =
        own("?from=%3C").body()
            + own("-/find?url=%3Cscript%3E").body()
            + own("*/%3Cscript%3E'%22").body();
    assertFalse(odd.contains("<script>") || odd.contains("<i>"), odd);
    assertEquals("/*/http://a.test/x", field(own("-/find?url=a.test/x"), "location"));
  }

  @Test
  void requestsUnderAnotherNameAreRefused() throws Exception {
    for (String host : List.of("evil.test", "evil.test:" + replay.address().getPort(), "")) {
      String answer = raw("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
      assertTrue(answer.startsWith("HTTP/1.1 421 "), answer);
    }
    String local = "localhost:" + replay.address().getPort();
    assertTrue(
        raw("GET / HTTP/1.1\r\nHost: " + local + "\r\nConnection: close\r\n\r\n")
            .startsWith("HTTP/1.1 200 "));
    assertEquals("", raw("nonsense\r\n\r\n"));
    assertEquals("", raw("GET / HTTP/1.1\r\nX: " + "x".repeat(200_000) + "\r\n\r\n"));
  }

  @Test
  void anAddressOfVersionSixIsItsOwnHoweverItIsWritten() throws Exception {
    var address = new InetSocketAddress(InetAddress.ofLiteral("::1"), 0);
    var options = new Replay.Options(address, Instant.MAX, Optional.empty(), List.<Path>of());
    CdxjLookup index = CdxjLookup.open(temporary.resolve("index.cdxj"));
    try (Replay six = Replay.start(index, Map.of(), options, Instant.now())) {
      int port = six.address().getPort();
      assertEquals("http://[::1]:" + port + "/", six.url());
      for (String host : List.of("[::1]:", "[0:0:0:0:0:0:0:1]:", "localhost:")) {
        String answer = raw(six.address(), "GET / HTTP/1.0\r\nHost: " + host + port + "\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 200 "), host + answer);
      }
      for (String host : List.of("[::1]", "[::2]:" + port, "127.0.0.1:" + port)) {
        String answer = raw(six.address(), "GET / HTTP/1.0\r\nHost: " + host + "\r\n\r\n");
        assertTrue(answer.startsWith("HTTP/1.1 421 "), host + answer);
      }
    }
  }

  private String raw(String request) throws IOException {
    return raw(replay.address(), request);
  }

  private static String raw(InetSocketAddress address, String request) throws IOException {
    try (var socket = new Socket(address.getAddress(), address.getPort())) {
      socket.getOutputStream().write(bytes(request));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (SocketException e) {
      return ""; // Closed before all was read.
    }
  }

  @Test
  void targetsAreTakenAsBrowsersSendThem() throws Exception {
    String answer =
        raw("GET http://a.test/|\"{}?a|b HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n");
    assertTrue(answer.startsWith("HTTP/1.1 404 "), answer);
    assertTrue(raw("HEAD http://a.test/ HTTP/1.0\r\n\r\n").startsWith("HTTP/1.1 200 "));
  }

  @Test
  void filesForTheUserInterfaceComeInRangesAndFromItsDirectoryOnly() throws Exception {
    byte[] whole = archive.toByteArray();
    String wacz = replay.url() + "-/wacz/0/a.warc.gz";
    var ranged =
        direct.send(
            HttpRequest.newBuilder(URI.create(wacz)).header("Range", "bytes=10-19").build(),
            HttpResponse.BodyHandlers.ofByteArray());
    assertEquals(206, ranged.statusCode());
    assertEquals("bytes 10-19/" + whole.length, field(ranged, "content-range"));
    assertEquals(
        new String(whole, 10, 10, StandardCharsets.ISO_8859_1),
        new String(ranged.body(), StandardCharsets.ISO_8859_1));
    assertEquals(
        "bytes %d-%d/%d".formatted(whole.length - 5, whole.length - 1, whole.length),
        field(get(direct, wacz, "Range", "bytes=-5"), "content-range"));
    assertEquals(416, get(direct, wacz, "Range", "bytes=99999999-").statusCode());
    assertEquals("<title>ui", own("-/ui/").body());
    assertTrue(
        raw("GET /-/ui/../a.warc.gz HTTP/1.0\r\nHost: localhost:"
                + replay.address().getPort()
                + "\r\n\r\n")
            .startsWith("HTTP/1.1 404 "));
    assertTrue(own("").body().contains("Open a.warc.gz"));
  }

  @Test
  void aConnectionIsKeptForTheNextRequest() throws IOException {
    String twice =
        raw(
            "GET http://a.test/chunked HTTP/1.1\r\nHost: a.test\r\n\r\n"
                + "GET http://a.test/chunked HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n");
    assertEquals(3, twice.split("HTTP/1.1 200", -1).length, twice);
  }
}

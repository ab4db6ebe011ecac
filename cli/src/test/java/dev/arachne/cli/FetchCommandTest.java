package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.NetworkValues;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.LargeFile;
import dev.arachne.testkit.LargeFile.Form;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.Step;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

final class FetchCommandTest {
  private static final byte[] BINARY = {'G', 'I', 'F', 0, (byte) 0xFF, '\r', '\n'};

  @TempDir Path directory;

  private static TestWeb serve(Route... routes) {
    return TestWeb.serve(TestSite.of(routes));
  }

  @Test
  void theBodyGoesToStandardOutputByteForByte() {
    try (var web = serve(route("/", ok("image/gif", BINARY)))) {
      CapturedOutput told = CapturedOutput.by("fetch", web.url("/"));
      assertArrayEquals(BINARY, told.bytes());
      assertEquals(ExitCode.DONE, told.code());
      assertEquals("", told.err() + told.out());
    }
  }

  @Test
  void aBinaryBodyIsKeptFromATerminal() {
    try (var web =
        serve(route("/gif", ok("image/gif", BINARY)), route("/text", text("a\u001bb")))) {
      CapturedOutput told = CapturedOutput.toTerminalBy("fetch", web.url("/gif"));
      assertEquals(23, told.code());
      assertEquals("", told.body());
      assertEquals(
          "arachne fetch: the body is binary and would upset the terminal; use -o FILE, or pipe it\n",
          told.err());
      assertEquals("a\u001bb", CapturedOutput.toTerminalBy("fetch", web.url("/text")).body());
    }
  }

  @Test
  void anOutputFileGetsTheBodyInstead() throws IOException {
    Path file = directory.resolve("body");
    try (var web = serve(route("/", ok("image/gif", BINARY)))) {
      CapturedOutput told =
          CapturedOutput.toTerminalBy("fetch", "-o", file.toString(), web.url("/"));
      assertArrayEquals(BINARY, Files.readAllBytes(file));
      assertEquals(ExitCode.DONE, told.code());
      assertEquals("", told.body());
    }
  }

  @Test
  void anOutputFileThatCannotBeWrittenIsAFailureOfItsOwn() throws IOException {
    Path file = Path.of("/dev/full");
    assumeTrue(Files.exists(file), "no /dev/full here");
    try (var web = serve(route("/", text("body")))) {
      CapturedOutput told = CapturedOutput.by("fetch", "-o", file.toString(), web.url("/"));
      assertEquals(23, told.code());
      assertTrue(told.err().startsWith("arachne fetch: cannot write "), told.err());
    }
  }

  private static List<String> ranges(TestWeb web) {
    return web.requests().stream().map(it -> it.header("Range").orElse("all")).toList();
  }

  private void assertDownloaded(LargeFile large, Path file) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    assertEquals(large.sha256(), HexFormat.of().formatHex(digest));
    try (var files = Files.list(directory)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  @Test
  void aDownloadContinuesWhereItsFileEnds() throws Exception {
    Path file = directory.resolve("body");
    LargeFile large = LargeFile.of(40_000_000, Form.PLAIN);
    try (var web =
        serve(
            route(
                "/",
                request ->
                    request.ask() == 1 ? large.cutAfter(30_000_000) : large.reply(request)))) {
      String[] command = {"fetch", "-C", "-", "-o", file.toString(), web.url("/")};
      assertEquals(18, CapturedOutput.by(command).code());
      assertEquals(30_000_000, Files.size(file));
      CapturedOutput again = CapturedOutput.by(command);
      assertEquals("", again.err());
      assertEquals(ExitCode.DONE, again.code());
      assertDownloaded(large, file);
      assertEquals(List.of("all", "bytes=30000000-"), ranges(web));
      assertEquals(ExitCode.DONE, CapturedOutput.by(command).code());
      assertDownloaded(large, file);
      assertEquals("bytes=" + (large.bytes() - 1) + "-", ranges(web).getLast());
    }
  }

  @Test
  void aDownloadOfAFileThatHasChangedBeginsAgain() throws Exception {
    Path file = directory.resolve("body");
    LargeFile large = LargeFile.of(20_000_000, Form.PLAIN);
    LargeFile other = large.withSeed(2).withTag("\"v2\"");
    try (var web =
        serve(
            route(
                "/",
                request ->
                    request.ask() == 1 ? large.cutAfter(9_000_000) : other.reply(request)))) {
      String[] command = {"fetch", "-C", "-", "-o", file.toString(), web.url("/")};
      assertEquals(18, CapturedOutput.by(command).code());
      assertEquals(ExitCode.DONE, CapturedOutput.by(command).code());
      assertDownloaded(other, file);
    }
  }

  @Test
  void aFileOfAnotherToolIsGoneOnWithAndNeverLost() throws Exception {
    Path file = directory.resolve("body");
    LargeFile large = LargeFile.of(3_000_000, Form.PLAIN);
    try (var web = serve(route("/", large::reply), route("/whole", _ -> large.whole()))) {
      assertEquals(
          ExitCode.DONE, CapturedOutput.by("fetch", "-o", file.toString(), web.url("/")).code());
      byte[] part = Arrays.copyOf(Files.readAllBytes(file), 1_234_567);
      Files.write(file, part);
      CapturedOutput refused =
          CapturedOutput.by("fetch", "-C", "-", "-o", file.toString(), web.url("/whole"));
      assertEquals(33, refused.code());
      assertEquals(
          "arachne fetch: "
              + web.url("/whole")
              + ": the download could not be resumed: the server sends the whole of it again\n",
          refused.err());
      assertArrayEquals(part, Files.readAllBytes(file));
      assertEquals(
          ExitCode.DONE,
          CapturedOutput.by("fetch", "-C", "-", "-o", file.toString(), web.url("/")).code());
      assertDownloaded(large, file);
    }
  }

  @Test
  void aSmallDownloadKeepsNothingToResume() throws Exception {
    Path file = directory.resolve("body");
    try (var web = serve(route("/", ok("image/gif", BINARY)))) {
      String[] command = {"fetch", "-C", "-", "-o", file.toString(), web.url("/")};
      assertEquals(ExitCode.DONE, CapturedOutput.by(command).code());
      assertArrayEquals(BINARY, Files.readAllBytes(file));
      assertEquals(2, CapturedOutput.by("fetch", "-C", "-", web.url("/")).code());
      assertEquals(2, CapturedOutput.by("fetch", "-C", "7", "-o", "x", web.url("/")).code());
    }
  }

  @Test
  void includeAndHeadPrintTheHeadAsItCame() {
    Reply reply = HttpReply.of(200).header("X-Odd", "a").body("body".getBytes(UTF_8));
    String head = "HTTP/1.1 200 OK\r\nX-Odd: a\r\nContent-Length: 4\r\n\r\n";
    try (var web = serve(route("/", reply))) {
      assertEquals(head + "body", CapturedOutput.by("fetch", "-i", web.url("/")).body());
      assertEquals(head, CapturedOutput.by("fetch", "-I", web.url("/")).body());
      assertEquals(
          List.of("GET", "HEAD"), web.requests().stream().map(LoggedRequest::method).toList());
    }
  }

  @Test
  void aHeadDoesNotActOnTheTerminal() {
    try (var web = serve(route("/", HttpReply.of(200).header("X", "\u001b[31m")))) {
      String shown = CapturedOutput.toTerminalBy("fetch", "-I", web.url("/")).body();
      assertTrue(shown.contains("X: \\u{1b}[31m\n"), shown);
    }
  }

  @Test
  void theRequestIsAsTheOptionsSay() {
    try (var web = serve(route("/", text("")))) {
      CapturedOutput.by(
          "fetch",
          "-H",
          "X-A: 1",
          "-H",
          "Accept: text/css",
          "-A",
          " me/2 ",
          "-e",
          "http://from/",
          "-u",
          "user:pass:word",
          web.url("/"));
      LoggedRequest request = web.requests().getFirst();
      assertEquals("1", request.header("X-A").orElse(""));
      assertEquals("text/css", request.header("Accept").orElse(""));
      assertEquals("me/2", request.header("User-Agent").orElse(""));
      assertEquals("http://from/", request.header("Referer").orElse(""));
      assertEquals("Basic dXNlcjpwYXNzOndvcmQ=", request.header("Authorization").orElse(""));
    }
  }

  @Test
  void credentialsOfTheUrlAreSentToo() {
    try (var web = serve(route("/", text("")))) {
      CapturedOutput.by("fetch", web.url("/").replace("//", "//us%65r:p+@"));
      assertEquals("Basic dXNlcjpwKw==", authorization(web, 0));
    }
  }

  private static String authorization(TestWeb web, int request) {
    return web.requests().get(request).header("Authorization").orElse("");
  }

  @Test
  void aRedirectIsAnAnswerUnlessItIsToBeFollowed() {
    try (var web = serve(route("/a", redirect(302, "/b")), route("/b", text("b")))) {
      assertEquals("", CapturedOutput.by("fetch", web.url("/a")).body());
      assertEquals("b", CapturedOutput.by("fetch", "-L", web.url("/a")).body());
      String both = CapturedOutput.by("fetch", "-iL", web.url("/a")).body();
      assertTrue(both.startsWith("HTTP/1.1 302 Found\r\n") && both.endsWith("\r\n\r\nb"), both);
    }
  }

  @Test
  void cookiesAreSentBackIfAskedFor() {
    Reply baking = redirect(302, "/b").header("Set-Cookie", "a=b");
    try (var web = serve(route("/a", baking), route("/b", text("b")))) {
      CapturedOutput.by("fetch", "-L", "--cookies", web.url("/a"));
      CapturedOutput.by("fetch", "-L", web.url("/a"));
      assertEquals("a=b", web.requests().get(1).header("Cookie").orElse(""));
      assertEquals("", web.requests().get(3).header("Cookie").orElse(""));
    }
  }

  @Test
  void aRedirectThatIsNotFollowedMayLeadAnywhere() {
    try (var web = serve(route("/", redirect(302, "mailto:a@b")))) {
      assertEquals(ExitCode.DONE, CapturedOutput.by("fetch", web.url("/")).code());
      CapturedOutput told = CapturedOutput.by("fetch", "-L", web.url("/"));
      assertEquals(ExitCode.FAILED, told.code());
      assertEquals(
          "arachne fetch: the redirect to mailto:a@b is not followed: scheme mailto is not crawled\n",
          told.err());
    }
  }

  @Test
  void tooManyRedirectsAreDistinguished() {
    try (var web = serve(route("/", redirect(302, "/")))) {
      CapturedOutput told = CapturedOutput.by("fetch", "-L", "--max-redirs", "3", web.url("/"));
      assertEquals(47, told.code());
      assertEquals("arachne fetch: " + web.url("/") + ": more than 3 redirects\n", told.err());
      assertEquals("", told.body());
      assertEquals(4, web.requestCount());
    }
  }

  /** A web in which 127.0.0.1 redirects to itself and then to 127.0.0.2, that answers. */
  private static TestWeb twoHosts() {
    return TestWeb.plan()
        .site(
            "127.0.0.1",
            TestSite.of(route("/", redirect(302, "/on")), route("/on", FetchCommandTest::away)))
        .site("127.0.0.2", TestSite.of(route("/", text("there"))))
        .start();
  }

  private static Reply away(TestRequest request) {
    return redirect(302, "http://" + request.host().replace("127.0.0.1", "127.0.0.2") + "/");
  }

  @Test
  void secretsAreForTheOriginThatWasTyped() {
    try (var web = twoHosts()) {
      String secrets = "fetch -L --allow-private -u a:b -H Cookie:c=d -H X:y ";
      assertEquals("there", CapturedOutput.by((secrets + web.url("/")).split(" ")).body());
      assertEquals("Basic YTpi", authorization(web, 0));
      assertEquals("Basic YTpi", authorization(web, 1));
      assertEquals("", authorization(web, 2));
      LoggedRequest last = web.requests().get(2);
      assertEquals("", last.header("Cookie").orElse(""));
      assertEquals("y", last.header("X").orElse(""));
    }
  }

  @Test
  void redirectsLeadToNoPrivateAddressUnlessTheyMay() {
    try (var web = twoHosts()) {
      CapturedOutput told = CapturedOutput.by("fetch", "-L", web.url("/"));
      assertEquals(ExitCode.FAILED, told.code());
      assertTrue(told.err().endsWith("asked only on request (--allow-private)\n"), told.err());
      assertEquals(2, web.requestCount());
    }
  }

  @Test
  void aHostGetsTheAddressThatIsTypedForIt() {
    try (var web = serve(route("/", text("body")))) {
      String resolve = "--resolve=Example.COM:" + web.port() + ":127.0.0.1";
      String url = web.url("example.com", "/");
      assertEquals("body", CapturedOutput.by("fetch", resolve, url).body());
      assertEquals(
          "example.com:" + web.port(), web.requests().getFirst().header("Host").orElse(""));
      String otherPort = "--resolve=nowhere.invalid:1:127.0.0.1";
      assertEquals(
          6, CapturedOutput.by("fetch", otherPort, web.url("nowhere.invalid", "/")).code());
    }
  }

  @Test
  void aProxyIsAskedForTheWay() {
    try (var web = serve()) {
      String proxy = web.url("/").replace("//", "//a:b@");
      assertEquals(97, CapturedOutput.by("fetch", "-x", proxy, "https://example.com/").code());
      assertEquals("CONNECT", web.requests().getFirst().method());
      assertEquals("example.com:443", web.requests().getFirst().target());
      assertEquals(
          "Basic YTpi", web.requests().getFirst().header("Proxy-Authorization").orElse(""));
      assertEquals(0, CapturedOutput.by("fetch", "-x", proxy, "http://example.com/").code());
      assertEquals("http://example.com/", web.requests().getLast().target());
    }
  }

  @Test
  void anyCertificateWillDoIfAskedFor() {
    for (TestCertificate certificate : TestCertificate.values()) {
      try (var web =
          TestWeb.plan().site(TestSite.of(route("/", text("b")))).tls(certificate).start()) {
        assertEquals(60, CapturedOutput.by("fetch", web.url("/")).code(), certificate.name());
        assertEquals(
            "b", CapturedOutput.by("fetch", "-k", web.url("/")).body(), certificate.name());
      }
    }
  }

  @Test
  void eachKindOfFailureHasItsExitCode() throws Exception {
    try (var web =
        serve(
            route("/close", Reply.close()),
            route("/head", text("body").cutAfter(10)),
            route("/reset", Reply.reset()),
            route("/hang", Reply.hang()),
            route("/partial", text("0123456789").cutAfter(85)),
            route("/garbage", Reply.raw("SSH-2.0-OpenSSH\r\n")),
            route("/large", text("0123456789")),
            route("/coding", HttpReply.of(200).header("Content-Encoding", "gzip").body(BINARY)),
            route("/lines", Reply.endlessHead()),
            route("/404", status(404)))) {
      assertEquals(52, CapturedOutput.by("fetch", web.url("/close")).code());
      assertEquals(56, CapturedOutput.by("fetch", web.url("/head")).code());
      assertEquals(56, CapturedOutput.by("fetch", web.url("/reset")).code());
      assertEquals(28, CapturedOutput.by("fetch", "--max-time", "200ms", web.url("/hang")).code());
      assertEquals(18, CapturedOutput.by("fetch", web.url("/partial")).code());
      assertEquals(8, CapturedOutput.by("fetch", web.url("/garbage")).code());
      assertEquals(63, CapturedOutput.by("fetch", "--max-filesize", "9", web.url("/large")).code());
      assertEquals(0, CapturedOutput.by("fetch", "--max-filesize", "10", web.url("/large")).code());
      assertEquals(61, CapturedOutput.by("fetch", web.url("/coding")).code());
      assertEquals(100, CapturedOutput.by("fetch", web.url("/lines")).code());
      assertEquals(0, CapturedOutput.by("fetch", web.url("/404")).code());
      assertEquals(22, CapturedOutput.by("fetch", "--fail", web.url("/404")).code());
    }
    try (var web = TestWeb.plan().tlsBroken(new Step.Close()).start()) {
      assertEquals(35, CapturedOutput.by("fetch", web.url("/")).code());
    }
    assertEquals(6, CapturedOutput.by("fetch", "http://nowhere.invalid/").code());
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String url = "127.0.0.1:" + free.getLocalPort();
      free.close();
      assertEquals(7, CapturedOutput.by("fetch", url).code());
    }
  }

  @Test
  void aBodyThatWasCutIsShownAndSaidToBeCut() {
    try (var web = serve(route("/", ok("text/plain", new byte[99]).cutAfter(100)))) {
      CapturedOutput told = CapturedOutput.by("fetch", web.url("/"));
      assertTrue(told.bytes().length > 0);
      assertEquals(
          "arachne fetch: "
              + web.url("/")
              + ": the body ended early: the server closed the connection\n",
          told.err());
    }
  }

  @Test
  void failShowsNoBodyOfAnError() {
    Path file = directory.resolve("body");
    try (var web = serve(route("/", status(500)))) {
      CapturedOutput told = CapturedOutput.by("fetch", "-f", web.url("/"));
      assertEquals("", told.body());
      assertEquals("arachne fetch: " + web.url("/") + ": the status is 500\n", told.err());
      CapturedOutput.by("fetch", "-f", "-o", file.toString(), web.url("/"));
      CapturedOutput.by("fetch", "-f", "--json", "-o", file.toString(), web.url("/"));
      assertFalse(Files.exists(file));
    }
  }

  @Test
  void verboseTellsTheExchangeAndItsPhases() {
    try (var web = serve(route("/", html("body")))) {
      CapturedOutput told = CapturedOutput.by("fetch", "-v", web.url("/"));
      assertEquals("body", told.body());
      List<String> lines = told.err().lines().toList();
      assertEquals("> GET / HTTP/1.1", lines.getFirst());
      assertTrue(lines.contains("> Host: 127.0.0.1:" + web.port()), told.err());
      assertTrue(lines.contains("< HTTP/1.1 200 OK"), told.err());
      assertTrue(
          lines
              .getLast()
              .matches(
                  "\\* ms: queue [\\d.]+, name [\\d.]+, connect [\\d.]+, tls [\\d.]+, send [\\d.]+,"
                      + " wait [\\d.]+, body [\\d.]+, total [\\d.]+"),
          told.err());
    }
  }

  @Test
  void verboseTellsWhatWasSentWhenNoAnswerCame() {
    try (var web = serve(route("/", Reply.close()))) {
      List<String> lines = CapturedOutput.by("fetch", "-v", web.url("/")).err().lines().toList();
      assertEquals("> GET / HTTP/1.1", lines.getFirst());
      assertFalse(lines.stream().anyMatch(line -> line.startsWith("<")), lines.toString());
    }
  }

  @Test
  void jsonTellsEverything() {
    try (var web = serve(route("/a", redirect(302, "/b")), route("/b", text("b\u001b")))) {
      JsonNode json = json("fetch", "--json", "-L", web.url("/a"));
      assertEquals(web.url("/b"), json.get("url").asString());
      assertEquals(200, json.get("status").asInt());
      assertEquals("b\u001b", json.get("body").asString());
      assertEquals(2, json.get("bytes").asInt());
      assertEquals("Content-Type", json.get("headers").get(0).get("name").asString());
      assertEquals("127.0.0.1", json.get("address").asString());
      assertEquals(web.port(), json.get("port").asInt());
      assertEquals(true, json.get("whole").asBoolean());
      assertEquals(302, json.get("redirects").get(0).get("status").asInt());
      assertTrue(json.get("ms").get("total").asDouble() > 0);
      assertEquals(0, json.get("exit").asInt());
    }
  }

  @Test
  void jsonHasABinaryBodyInBase64OrInTheOutputFile() throws IOException {
    Path file = directory.resolve("body");
    try (var web = serve(route("/", ok("image/gif", BINARY)))) {
      JsonNode json = json("fetch", "--json", web.url("/"));
      assertArrayEquals(BINARY, Base64.getDecoder().decode(json.get("bodyBase64").asString()));
      json = json("fetch", "--json", "-o", file.toString(), web.url("/"));
      assertFalse(json.has("body") || json.has("bodyBase64"));
      assertArrayEquals(BINARY, Files.readAllBytes(file));
    }
  }

  @Test
  void jsonTellsAFailure() {
    try (var web = serve(route("/", Reply.close()))) {
      JsonNode json = json("fetch", "--json", web.url("/"));
      assertEquals(52, json.get("exit").asInt());
      assertEquals(web.url("/"), json.get("url").asString());
      assertTrue(json.get("failure").asString().contains("closed the connection"));
    }
  }

  private static JsonNode json(String... arguments) {
    return new ObjectMapper().readTree(CapturedOutput.by(arguments).body());
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere a full backlog refuses")
  void aConnectionThatDoesNotComeEndsInTime() throws Exception {
    try (var full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var first = new Socket(full.getInetAddress(), full.getLocalPort());
        var second = new Socket(full.getInetAddress(), full.getLocalPort())) {
      assertTrue(first.isConnected() && second.isConnected(), "nobody accepts them");
      String url = "http://127.0.0.1:" + full.getLocalPort() + "/";
      assertEquals(28, CapturedOutput.by("fetch", "--connect-timeout", "50ms", url).code());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          500   | 500
          2k    | 2048
          1M    | 1048576
          1G    | 1073741824
          """)
  void aSizeIsInBytesOrHasAUnit(String typed, long bytes) {
    assertEquals(bytes, NetworkValues.size(typed));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          host                       | Http[host=host, port=1080, credentials=Optional.empty]
          http://host:3128/          | Http[host=host, port=3128, credentials=Optional.empty]
          HTTP://[::1]:3128          | Http[host=::1, port=3128, credentials=Optional.empty]
          socks5://a:b@host          | Socks5[host=host, port=1080, credentials=Optional[credentials of a]]
          socks5h://a@host:9050      | Socks5[host=host, port=9050, credentials=Optional[credentials of a]]
          """)
  void aProxyIsUnderstoodAsCurlUnderstandsIt(String typed, String proxy) {
    assertEquals(proxy, NetworkValues.proxyAddress(typed).toString());
  }

  @Test
  void helpHasTheTableOfExitCodes() {
    List<String> help = CapturedOutput.by("fetch", "--help").outLines();
    assertTrue(help.containsAll(ExitCode.OfFetch.table()), help.toString());
    for (ExitCode.OfFetch code : ExitCode.OfFetch.values()) {
      assertEquals(
          1, help.stream().filter(line -> line.startsWith("%5d  ".formatted(code.code()))).count());
    }
  }
}

package dev.arachne.crawl;

import static dev.arachne.crawl.RealServersTest.PAGES;
import static dev.arachne.crawl.RealServersTest.freePort;
import static dev.arachne.crawl.RealServersTest.installed;
import static dev.arachne.crawl.RealServersTest.lines;
import static dev.arachne.crawl.RealServersTest.siteOfFiles;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.fetch.ConnectionSettings;
import dev.arachne.http.FixedAddresses;
import dev.arachne.http.Http2;
import dev.arachne.ledger.DropReason;
import dev.arachne.options.CertificatePolicy;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.OptionTable;
import dev.arachne.options.SeedScope;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.testkit.Nginx;
import dev.arachne.testkit.TestCertificate;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * How connections are made, seen from a real server: the log of an nginx that has a certificate of
 * a private authority says what came, from where, and over which version.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class RealConnectionsTest {
  private static final String PEM = TestCertificate.VALID.pem();

  @TempDir Path temporary;

  private final List<Process> servers = new ArrayList<>();
  private final List<Nginx> opened = new ArrayList<>();
  private Path site = Path.of("");
  private Path access = Path.of("");
  private int port;

  @AfterEach
  void stopServers() throws Exception {
    opened.forEach(Nginx::close);
    RealServersTest.stop(servers);
  }

  /** An nginx on all loopback addresses, by TLS and HTTP/2, with further words for its server. */
  private void nginx(String words) throws Exception {
    installed("/usr/sbin/nginx");
    site = siteOfFiles(temporary);
    port = freePort();
    Files.writeString(temporary.resolve("server.pem"), PEM);
    Files.writeString(temporary.resolve("authority.pem"), TestCertificate.authorityPem());
    Nginx nginx =
        Nginx.serve(
            temporary,
            port,
            "$status $server_protocol $remote_addr $host $server_addr $ssl_client_s_dn $request_uri",
            """
            listen 0.0.0.0:%1$d ssl http2; root %2$s; %3$s
            ssl_certificate %4$s/server.pem; ssl_certificate_key %4$s/server.pem;
            """
                .formatted(port, site, words, temporary));
    opened.add(nginx);
    access = nginx.log();
  }

  private String root(String host) {
    return "https://" + host + ":" + port + "/index.html";
  }

  private CrawlOptions.Builder crawl(String host) {
    return RealServersTest.crawlOf(root(host), temporary).sitemaps(SitemapPolicy.IGNORE);
  }

  private CrawlOptions.Builder trusting(String host) {
    return crawl(host).authorities(temporary.resolve("authority.pem"));
  }

  private TestCrawl wholeSite(CrawlOptions.Builder options) throws Exception {
    return RealServersTest.wholeSite(site, options, temporary);
  }

  /** The answers to requests for pages of the site, in the words of the server's log. */
  private List<String> pages() throws Exception {
    return lines(access, "200 ");
  }

  private void assertAllPages(String part) throws Exception {
    assertEquals(PAGES + 1, pages().size());
    assertEquals(pages(), pages().stream().filter(line -> line.contains(part)).toList());
  }

  private static final String ASKING =
      "ssl_client_certificate %s/authority.pem; ssl_verify_client on;";

  @ParameterizedTest
  @CsvSource({"1, false", "2, true"})
  void aSiteThatAsksForAClientCertificateIsCrawledWhole(int loops, boolean hasOwnKeyFile)
      throws Exception {
    nginx(ASKING.formatted(temporary));
    Path chain = temporary.resolve("me.pem");
    Path key = temporary.resolve("me.key");
    int end = PEM.indexOf("-----BEGIN PRIVATE KEY");
    Files.writeString(chain, hasOwnKeyFile ? PEM.substring(0, end) : PEM);
    Files.writeString(key, PEM.substring(end));
    CrawlOptions.Builder options = trusting("127.0.0.1").clientCertificate(chain).loops(loops);
    wholeSite(hasOwnKeyFile ? options.clientKey(key) : options);
    assertAllPages(" CN=valid ");
    assertNothingOfTheKeyIsKept();
  }

  /** Neither the key nor a part of it, in its text or in its bytes. */
  private void assertNothingOfTheKeyIsKept() throws Exception {
    String line = PEM.substring(PEM.indexOf("-----BEGIN PRIVATE KEY")).split("\n", -1)[1];
    byte[] bytes = java.util.Base64.getMimeDecoder().decode(line);
    String raw = new String(bytes, bytes.length - 16, 16, StandardCharsets.ISO_8859_1);
    try (Stream<Path> files = Files.walk(temporary.resolve("kept.crawl"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String content = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertFalse(
            content.contains(line.substring(0, 20)) || content.contains(raw), file::toString);
      }
    }
  }

  /** An nginx says it by status 400, over TLS that it has agreed to. */
  @Test
  void withoutItNothingOfSuchASiteIsHad() throws Exception {
    nginx(ASKING.formatted(temporary));
    var crawl = TestCrawl.of(trusting("127.0.0.1"));
    assertEquals(List.of(root("127.0.0.1")), crawl.report.failedRoots());
    assertEquals(400, crawl.answered().get("/index.html"));
    assertEquals(List.of(), pages());
  }

  @Test
  void aServerThatWantsItInTheHandshakeIsNamedAsSuch() throws Exception {
    Path openssl = installed("/usr/bin/openssl");
    Path server = Files.writeString(temporary.resolve("server.pem"), PEM);
    Files.writeString(temporary.resolve("authority.pem"), TestCertificate.authorityPem());
    port = freePort();
    RealServersTest.start(
        servers,
        port,
        temporary.resolve("openssl.log"),
        (openssl + " s_server -www -Verify 1 -verify_return_error -accept 127.0.0.1:" + port)
            .concat(
                " -cert " + server + " -key " + server + " -CAfile " + temporary + "/authority.pem")
            .split(" ", -1));
    var refused = TestCrawl.of(trusting("127.0.0.1").maxTries(1).patience(Duration.ZERO));
    String why = refused.dropped(DropReason.ROBOTS_UNREACHABLE).get("/index.html");
    assertTrue(why.contains("refused the client's certificate, or wants one"), why);
    var taken =
        TestCrawl.of(
            trusting("127.0.0.1").existing(ExistingCrawlPolicy.REPLACE).clientCertificate(server));
    assertEquals(200, taken.answered().get("/index.html"));
  }

  /** The other host is in scope, and no host of a root. */
  @Test
  void noOtherHostThanThoseOfRootsIsShownIt() throws Exception {
    nginx(
        "ssl_client_certificate %s/authority.pem; ssl_verify_client optional;"
            .formatted(temporary));
    Files.writeString(
        site.resolve("index.html"), "<a href=https://other.site.test:" + port + "/page0.html>");
    var fixed =
        Stream.of("root.site.test", "other.site.test")
            .map(
                host -> new FixedAddresses(host, port, List.of(InetAddress.ofLiteral("127.0.0.1"))))
            .toList();
    TestCrawl.of(
        crawl("root.site.test")
            .certificates(CertificatePolicy.IGNORE)
            .scope(SeedScope.DOMAIN)
            .fixed(fixed)
            .maxDepth(1)
            .clientCertificate(temporary.resolve("server.pem")));
    assertEquals(
        1, lines(access, "200 HTTP/2.0 127.0.0.1 root.site.test 127.0.0.1 CN=valid ").size());
    assertEquals(1, lines(access, "200 HTTP/2.0 127.0.0.1 other.site.test 127.0.0.1 - ").size());
  }

  @Test
  void aSiteOfAPrivateAuthorityIsCrawledWithItAndRefusedWithout() throws Exception {
    nginx("");
    var refused =
        TestCrawl.of(
            CrawlOptions.crawlOf(root("127.0.0.1"))
                .sitemaps(SitemapPolicy.IGNORE)
                .maxTries(1)
                .patience(Duration.ZERO));
    String why = refused.dropped(DropReason.ROBOTS_UNREACHABLE).get("/index.html");
    assertTrue(why.contains("not signed by anyone trusted"), why);
    assertEquals("", RealServersTest.text(access));
    wholeSite(trusting("127.0.0.1"));
    assertAllPages(" 127.0.0.1 ");
  }

  /** The certificate is for other names, too. */
  @Test
  void insecureTakesAnyCertificateAndIsWarnedOfOnce() throws Exception {
    nginx("");
    List<String> warnings = new ArrayList<>();
    var options =
        crawl("elsewhere.invalid")
            .certificates(CertificatePolicy.IGNORE)
            .fixed(
                List.of(
                    new FixedAddresses(
                        "elsewhere.invalid", port, List.of(InetAddress.ofLiteral("127.0.0.1")))));
    new Crawl(options.build())
        .listen(
            new CrawlListener() {
              @Override
              public void warned(String text) {
                warnings.add(text);
              }
            })
        .run();
    assertAllPages(" elsewhere.invalid ");
    assertEquals(List.of(ConnectionSettings.INSECURE), warnings);
  }

  /** Neither has an address otherwise, and both are private: the user has named them. */
  @Test
  void madeUpNamesLeadWhereTheUserSays() throws Exception {
    nginx("");
    Files.writeString(
        site.resolve("page1.html"), "<a href=https://two.made-up.test:" + port + "/page2.html>");
    TestCrawl.of(
        trusting("one.made-up.test")
            .certificates(CertificatePolicy.IGNORE)
            .scope(SeedScope.DOMAIN)
            .fixed(
                List.of(
                    new FixedAddresses(
                        "one.made-up.test", port, List.of(InetAddress.ofLiteral("127.0.0.3"))),
                    new FixedAddresses(
                        "two.made-up.test", port, List.of(InetAddress.ofLiteral("127.0.0.4"))))));
    assertEquals(
        PAGES + 1,
        lines(access, " one.made-up.test 127.0.0.3 ").stream()
            .filter(line -> line.startsWith("200"))
            .count());
    assertTrue(
        lines(access, " two.made-up.test 127.0.0.4 ").stream()
            .anyMatch(line -> line.endsWith("/page2.html")));
    assertTrue(
        lines(access, "two.made-up.test").stream().noneMatch(line -> line.contains("127.0.0.3")));
  }

  @Test
  void theServerSeesTheAddressThatConnectionsAreBoundTo() throws Exception {
    nginx("");
    wholeSite(trusting("127.0.0.1").from(InetAddress.ofLiteral("127.0.0.9")).loops(2));
    assertAllPages(" 127.0.0.9 127.0.0.1 127.0.0.1 ");
  }

  @ParameterizedTest
  @CsvSource({"OFF, HTTP/1.1", "AUTO, HTTP/2.0", "ALPN, HTTP/2.0"})
  void aWholeCrawlGoesOverTheVersionThatWasAskedFor(Http2 policy, String seen) throws Exception {
    nginx("");
    wholeSite(trusting("127.0.0.1").http2(policy));
    assertAllPages(" " + seen + " ");
  }

  static final List<Arguments> MISTAKES =
      List.of(
          Arguments.of(
              change(b -> b.from(InetAddress.ofLiteral("192.0.2.7"))),
              "--bind-address 192.0.2.7: this machine has no such address; "),
          Arguments.of(
              change(b -> b.authorities(Path.of("/nowhere/ca.pem"))),
              "--ca-certificate /nowhere/ca.pem: there is no such file"),
          Arguments.of(
              change(b -> b.authorities(Path.of("/etc/hostname"))),
              "--ca-certificate /etc/hostname: there is no certificate in PEM"),
          Arguments.of(
              change(b -> b.clientCertificate(Path.of("/etc/hostname"))),
              "--client-cert /etc/hostname: there is no certificate in PEM"),
          Arguments.of(
              change(b -> b.clientKey(Path.of("/etc/hostname"))),
              "--client-key: there is no certificate for the key; use --client-cert FILE too"));

  private static UnaryOperator<CrawlOptions.Builder> change(
      UnaryOperator<CrawlOptions.Builder> change) {
    return change;
  }

  @ParameterizedTest
  @FieldSource("MISTAKES")
  void aMistakeIsOneLineBeforeAnythingIsFetchedOrMade(
      UnaryOperator<CrawlOptions.Builder> change, String line) {
    Path kept = temporary.resolve("kept");
    var options =
        change.apply(
            CrawlOptions.crawlOf("http://127.0.0.1:1/")
                .sitemaps(SitemapPolicy.IGNORE)
                .directory(kept));
    var thrown = assertThrows(UsageException.class, () -> TestCrawl.of(options));
    assertTrue(thrown.getMessage().startsWith(line), thrown::getMessage);
    assertFalse(thrown.getMessage().contains("\n"), thrown::getMessage);
    assertFalse(Files.exists(kept), "nothing is made");
  }

  @Test
  void aForeignKeyIsNamedByItsFile() throws Exception {
    Path chain = Files.writeString(temporary.resolve("me.pem"), PEM);
    Path key = Files.writeString(temporary.resolve("me.key"), TestCertificate.SELF_SIGNED.pem());
    var options =
        CrawlOptions.crawlOf("http://127.0.0.1:1/")
            .sitemaps(SitemapPolicy.IGNORE)
            .clientCertificate(chain)
            .clientKey(key);
    var thrown = assertThrows(UsageException.class, () -> TestCrawl.of(options));
    assertEquals(
        "--client-key %s: its private key is not that of the first certificate in %s"
            .formatted(key, chain),
        thrown.getMessage());
  }

  /** The paths are kept, and what is in the files is read again. */
  @Test
  void aResumeNeedsNothingTyped() throws Exception {
    nginx(ASKING.formatted(temporary));
    Path chain = Files.writeString(temporary.resolve("me.pem"), PEM);
    TestCrawl.of(trusting("127.0.0.1").clientCertificate(chain).maxPages(5));
    CrawlOptions.Builder again = CrawlOptions.recordedIn(temporary.resolve("kept.crawl"));
    assertEquals(Optional.of(chain), again.get(OptionTable.CLIENT_CERTIFICATE));
    wholeSite(again.maxPages(Long.MAX_VALUE));
    assertAllPages(" CN=valid ");
  }
}

package org.example;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.ArchiveCheck;
import dev.arachne.archive.WarcFault;
import dev.arachne.archive.WarcFile;
import dev.arachne.crawl.Crawl;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.simulation.SimulatedWeb;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.example.ArchivedRecords.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an archive says of names, connections and waits, read back by jwarc. */
class ArchivedConnectionsTest {
  private static final TestSite SITE =
      TestSite.of(
          route("/", html("<a href=/coded><a href=/stuck>")),
          route("/coded", html("<p>coded".repeat(500)).gzip().chunked(100)),
          route("/stuck", html("<p>stuck".repeat(500)).hangingAfter(1_000)));

  @TempDir Path directory;

  private Path warc() {
    return directory.resolve("warc");
  }

  private CrawlOptions.Builder options(String root) {
    return CrawlOptions.crawlOf(root)
        .sitemaps(SitemapPolicy.IGNORE)
        .directory(directory.resolve("kept"))
        .warc(warc())
        .maxTries(1);
  }

  @Test
  void overTlsItsVersionAndSuiteAreThere() throws Exception {
    Path authority = directory.resolve("authority.pem");
    Files.writeString(authority, TestCertificate.authorityPem());
    TestSite site = TestSite.of(route("/", html("<a href=/2>")), route("/2", html("two")));
    try (TestWeb web = TestWeb.plan().tls(TestCertificate.VALID).site(site).start()) {
      String root = web.url("/").replace("127.0.0.1", "localhost");
      new Crawl(options(root).authorities(authority).build()).run();
      List<Record> records = ArchivedRecords.in(warc());
      List<Record> exchanges =
          records.stream().filter(each -> each.is("response") || each.is("request")).toList();
      assertEquals(6, exchanges.size(), "robots.txt and two pages");
      for (Record each : exchanges) {
        assertEquals(List.of("http/1.1", "tls/1.3"), each.record().headers().all("WARC-Protocol"));
        String suite = each.field("WARC-Cipher-Suite").orElseThrow();
        assertTrue(suite.matches("TLS_(AES|CHACHA20)_[A-Z0-9_]+_SHA\\d+"), suite);
      }
      assertClean();
    }
  }

  @Test
  void aNameIsThereWithItsAddressesOnceForEachLookUp() throws Exception {
    SimulatedWeb.of(1)
        .site("site.example", SITE)
        .run(() -> new Crawl(options("http://site.example/").build()).runOnLoop());
    List<Record> records = ArchivedRecords.in(warc());
    List<Record> names = records.stream().filter(each -> each.isAbout("dns:site.example")).toList();
    assertEquals(1, names.size());
    assertTrue(names.getFirst().is("resource"));
    assertEquals(Optional.of("text/dns"), names.getFirst().field("Content-Type"));
    String address =
        records.stream()
            .flatMap(each -> each.field("WARC-IP-Address").stream())
            .findFirst()
            .orElseThrow();
    String text = new String(names.getFirst().block(), ISO_8859_1);
    assertTrue(text.endsWith("\r\nsite.example. IN A " + address + "\r\n"), text);
    assertClean();
  }

  @Test
  void aBodyThatTookTooLongSaysSoAndACodedOneHasTheDigestOfItsContentCoding() throws Exception {
    SimulatedWeb.of(1)
        .site("site.example", SITE)
        .run(() ->
            new Crawl(options("http://site.example/").timeout(Duration.ofSeconds(10)).build())
                .runOnLoop());
    List<Record> records = ArchivedRecords.in(warc());
    Record stuck = response(records, "http://site.example/stuck");
    assertEquals(Optional.of("time"), stuck.field("WARC-Truncated"));
    Record coded = response(records, "http://site.example/coded");
    assertEquals(Optional.empty(), coded.field("WARC-Truncated"));
    String head = new String(coded.block(), ISO_8859_1);
    assertTrue(head.contains("\r\nTransfer-Encoding: chunked\r\n"), head);
    assertEquals(0x1f, coded.payload().orElseThrow()[0], "gzip");
    assertClean();
  }

  private void assertClean() throws Exception {
    try (Stream<Path> files = Files.list(warc())) {
      List<WarcFault> told = new ArrayList<>();
      assertTrue(ArchiveCheck.of(WarcFile.of(files.toList()), told::add).isClean(), told::toString);
    }
  }

  private static Record response(List<Record> records, String url) {
    return records.stream()
        .filter(each -> each.is("response") && each.isAbout(url))
        .findFirst()
        .orElseThrow();
  }
}

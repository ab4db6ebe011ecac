package org.example;

import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.WarcDigest;
import dev.arachne.crawl.Crawl;
import dev.arachne.http.Http2;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.options.ArchiveSkip;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.output.LedgerConsumer;
import dev.arachne.protocol.RequestField;
import dev.arachne.testkit.Gzip;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.example.ArchivedRecords.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls that are archived, read back by jwarc. */
class ArchiveCrawlTest {
  private static final String CHUNKED =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "8;a=b\r\n<a href=\r\n1\r\n/\r\n0\r\nX: y\r\n\r\n";
  private static final String UNTIL_CLOSE = "HTTP/1.0 200 OK\nServer:  old\n\nno length";
  private static final String CUT = "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nonly a part";
  private static final String NO_HTTP = "220 ready\r\n\r\n";

  @TempDir Path directory;

  private static byte[] coded() throws Exception {
    byte[] body = Gzip.of("<p>coded".repeat(100).getBytes(ISO_8859_1));
    var reply = new ByteArrayOutputStream();
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nContent-Length: ";
    reply.writeBytes((head + body.length + "\r\n\r\n").getBytes(ISO_8859_1));
    reply.writeBytes(body);
    return reply.toByteArray();
  }

  private static TestSite site() throws Exception {
    return TestSite.of(
        route("/robots.txt", Reply.redirect(302, "/rules")),
        route("/rules", Reply.text("User-agent: *\nDisallow: /no")),
        route(
            "/",
            Reply.html(
                "<a href=/moved><a href=/missing><a href=/chunked><a href=/cut><a href=/no>"
                    + "<a href=/close><a href=/coded><a href=/wrong>")),
        route("/moved", Reply.redirect(301, "/")),
        route("/missing", Reply.status(404)),
        route("/cut", Reply.raw(CUT)),
        route("/close", Reply.raw(UNTIL_CLOSE)),
        route("/wrong", Reply.raw(NO_HTTP)),
        route("/coded", Reply.raw(coded())),
        route("/chunked", Reply.raw(CHUNKED)));
  }

  private CrawlOptions.Builder options(TestWeb web) {
    return CrawlOptions.crawlOf(web.url("/"))
        .sitemaps(SitemapPolicy.IGNORE)
        .maxTries(2)
        .directory(directory.resolve("kept"))
        .warc(directory.resolve("warc"));
  }

  /** Places by the notes of a crawl. */
  private static final class Places implements LedgerConsumer {
    private final List<ArchivePlace> all = new ArrayList<>();

    @Override
    public String name() {
      return "archive";
    }

    @Override
    public void consume(List<CommittedEntry> entries) {
      entries.forEach(each -> each.note().map(ArchivePlace::read).ifPresent(all::add));
    }
  }

  @Test
  void everyExchangeIsInTheArchiveAsItWasOnTheWire() throws Exception {
    var places = new Places();
    try (TestWeb web = TestWeb.serve(site())) {
      new Crawl(options(web).build()).consume(places).run();
      List<Record> records = ArchivedRecords.in(directory.resolve("warc"));
      List<String> asked =
          records.stream()
              .filter(each -> each.is("request"))
              .map(each -> new String(each.block(), ISO_8859_1).split(" ")[1])
              .sorted()
              .toList();
      assertEquals(web.targets().stream().sorted().toList(), asked);
      assertBlock(CHUNKED.getBytes(ISO_8859_1), only(records, web.url("/chunked")));
      assertBlock(UNTIL_CLOSE.getBytes(ISO_8859_1), only(records, web.url("/close")));
      assertBlock(coded(), only(records, web.url("/coded")));
      assertTrue(text(only(records, web.url("/moved"))).startsWith("HTTP/1.1 301 "));
      assertTrue(text(only(records, web.url("/missing"))).startsWith("HTTP/1.1 404 "));
      assertTrue(text(only(records, web.url("/robots.txt"))).startsWith("HTTP/1.1 302 "));
      assertTrue(text(only(records, web.url("/rules"))).endsWith("Disallow: /no"));
      List<Record> cut = responses(records, web.url("/cut"));
      assertEquals(2, cut.size(), "attempts");
      for (Record each : cut) {
        assertBlock(CUT.getBytes(ISO_8859_1), each);
        assertEquals(Optional.of("disconnect"), each.field("WARC-Truncated"));
      }
      assertEquals(List.of(), responses(records, web.url("/wrong")));
      assertTrue(
          records.stream()
              .anyMatch(each ->
                  each.is("metadata")
                      && each.isAbout(web.url("/wrong"))
                      && text(each).contains("failure: ")));
      assertFields(records, web);
      for (ArchivePlace place : places.all) {
        Record at =
            records.stream()
                .filter(each -> each.file().equals(place.file()) && each.offset() == place.offset())
                .findFirst()
                .orElseThrow();
        assertEquals(place.type().text(), at.record().type());
        assertTrue(at.isAbout(place.url()));
        assertEquals(Optional.of(place.date().toString()), at.field("WARC-Date"));
        assertEquals(place.payload().map(WarcDigest::toString), at.field("WARC-Payload-Digest"));
      }
      assertEquals(10, places.all.size(), "robots.txt, seven pages, and one that is tried twice");
    }
  }

  private static void assertFields(List<Record> records, TestWeb web) {
    Record response = only(records, web.url("/chunked"));
    assertEquals(Optional.of("127.0.0.1"), response.field("WARC-IP-Address"));
    assertEquals(Optional.of("http/1.1"), response.field("WARC-Protocol"));
    assertEquals(Optional.empty(), response.field("WARC-Truncated"));
    for (String type : List.of("request", "metadata")) {
      Record beside =
          records.stream()
              .filter(each -> each.is(type) && each.isAbout(web.url("/chunked")))
              .findFirst()
              .orElseThrow();
      assertEquals(response.field("WARC-Record-ID"), beside.field("WARC-Concurrent-To"));
      if (type.equals("metadata")) {
        assertTrue(text(beside).startsWith("via: " + web.url("/") + "\r\nhopsFromSeed: L\r\n"));
        assertTrue(text(beside).contains("\r\nfetchTimeMs: "));
      }
    }
    long ids = records.stream().map(each -> each.field("WARC-Record-ID")).distinct().count();
    assertEquals(records.size(), ids);
  }

  @Test
  void secretsAreNotInTheArchive() throws Exception {
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", Reply.html("a page"))))) {
      new Crawl(
              options(web)
                  .headers(
                      List.of(
                          new RequestField("X-Key", "s3cret-key"),
                          new RequestField("Cookie", "s=s3cret")))
                  .build())
          .run();
      assertTrue(web.requestCount() > 0);
    }
    for (Record each : ArchivedRecords.in(directory.resolve("warc"))) {
      assertFalse(text(each).contains("s3cret"), text(each));
      if (each.is("request")) {
        assertTrue(text(each).contains("\r\nX-Key: -\r\n"), text(each));
      }
    }
  }

  @Test
  void filesThatAreFullAreFollowedByOthers() throws Exception {
    byte[] large = new byte[3 << 20];
    new Random(1).nextBytes(large);
    var body = new String(large, ISO_8859_1);
    TestSite site =
        TestSite.of(
            route("/", Reply.html("<a href=/1><a href=/2>")),
            route("/1", Reply.text(body)),
            route("/2", Reply.text(body + "2")));
    try (TestWeb web = TestWeb.serve(site)) {
      new Crawl(options(web).warcSize(1 << 20).warcDigest(WarcDigest.Algorithm.SHA256).build())
          .run();
      List<Record> records = ArchivedRecords.in(directory.resolve("warc"));
      assertEquals(2, records.stream().filter(each -> each.is("warcinfo")).count());
      assertTrue(
          only(records, web.url("/2"))
              .field("WARC-Payload-Digest")
              .orElseThrow()
              .startsWith("sha256:"));
    }
  }

  @Test
  void skippedElementsKeepTheirMetadata() throws Exception {
    TestSite site =
        TestSite.of(
            route("/", Reply.html("<a href=/missing><a href=/film><a href=/text>")),
            route("/film", Reply.ok("Video/MP4; codecs=x", new byte[3 << 20])),
            route("/text", Reply.text("text")));
    try (TestWeb web = TestWeb.serve(site)) {
      new Crawl(
              options(web)
                  .warc()
                  .warcSkip(
                      List.of(ArchiveSkip.parse("status=4xx"), ArchiveSkip.parse("type=video/*")))
                  .build())
          .run();
      List<Record> records = ArchivedRecords.in(directory.resolve("kept/archive"));
      Map<String, String> skipped =
          Map.of(
              web.url("/robots.txt"), "status=4xx",
              web.url("/missing"), "status=4xx",
              web.url("/film"), "type=video/*");
      skipped.forEach((url, why) -> {
        List<Record> about = records.stream().filter(each -> each.isAbout(url)).toList();
        assertEquals(1, about.size(), url);
        assertTrue(about.getFirst().is("metadata"), url);
        assertTrue(text(about.getFirst()).contains("\r\nskipped: " + why + "\r\n"), url);
      });
      only(records, web.url("/"));
      only(records, web.url("/text"));
      assertEquals(2, records.stream().filter(each -> each.is("request")).count());
    }
  }

  @Test
  void anArchiveNeedsADirectoryOfTheCrawl() {
    CrawlOptions options =
        CrawlOptions.crawlOf("http://localhost/")
            .sitemaps(SitemapPolicy.IGNORE)
            .warc(directory.resolve("warc"))
            .build();
    var refusal = assertThrows(UsageException.class, () -> new Crawl(options).run());
    assertTrue(refusal.getMessage().contains("--store memory"), refusal.getMessage());
    assertFalse(Files.exists(directory.resolve("warc")));
  }

  @Test
  void framesOfHttp2AreNotArchived() {
    CrawlOptions options =
        CrawlOptions.crawlOf("https://localhost/")
            .sitemaps(SitemapPolicy.IGNORE)
            .directory(directory.resolve("crawl"))
            .warc(directory.resolve("warc"))
            .http2(Http2.ALPN)
            .build();
    var refusal = assertThrows(UsageException.class, () -> new Crawl(options).run());
    assertTrue(refusal.getMessage().contains("leave out --http2"), refusal.getMessage());
    assertFalse(Files.exists(directory.resolve("warc")));
  }

  private static void assertBlock(byte[] expected, Record record) {
    assertArrayEquals(expected, record.block(), () -> text(record));
  }

  private static Record only(List<Record> records, String url) {
    List<Record> found = responses(records, url);
    assertEquals(1, found.size(), url);
    return found.getFirst();
  }

  private static List<Record> responses(List<Record> records, String url) {
    return records.stream().filter(each -> each.is("response") && each.isAbout(url)).toList();
  }

  private static String text(Record record) {
    return new String(record.block(), ISO_8859_1);
  }
}

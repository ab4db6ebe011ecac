package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.WarcEntry;
import dev.arachne.archive.WarcFile;
import dev.arachne.archive.WarcReader;
import dev.arachne.archive.WarcRecord;
import dev.arachne.crawl.Crawl;
import dev.arachne.options.CrawlOptions;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.SimulatedWeb;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Validators of other projects find no fault in archives of all that a record can hold. */
class ValidatedArchiveTest {
  private static final String SAME = "<p>the same".repeat(200);

  private static final TestSite SITE =
      TestSite.of(
          route(
              "/",
              html(
                  "<a href=/plain><a href=/coded><a href=/chunked><a href=/both><a href=/again>"
                      + "<a href=/moved><a href=/gone><a href=/none><a href=/image>"
                      + "<a href=/empty><a href=/bücher?q=ü#a>")),
          route("/plain", html(SAME)),
          route("/coded", html(SAME + "coded").gzip()),
          route("/chunked", html(SAME + "chunked").chunked(100)),
          route("/both", html(SAME + "both").gzip().chunked(100)),
          route("/again", html(SAME).chunked()),
          route("/moved", redirect(302, "/plain")),
          route("/gone", status(410)),
          route("/none", Reply.raw("HTTP/1.1 204 No Content\r\nServer: x\r\n\r\n")),
          route("/image", ok("image/gif", new byte[3_000])),
          route("/empty", html("")));

  @TempDir Path temporary;

  private Path warc() {
    return temporary.resolve("warc");
  }

  private CrawlOptions.Builder options(String root) {
    return CrawlOptions.crawlOf(root).directory(temporary.resolve("kept")).warc(warc()).maxTries(1);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(warc())) {
      return files.sorted().toList();
    }
  }

  private void assertValid() throws Exception {
    List<Path> files = files();
    assertFalse(files.isEmpty());
    assertEquals(List.of(), ArchiveValidators.ours(files));
    assertEquals(List.of(), ArchiveValidators.jwarc(files));
    assertEquals(List.of(), ArchiveValidators.jwat(files));
  }

  @Test
  void answersOfEachFormAreValid() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(options(web.url("/")).build()).run();
    }
    assertValid();
  }

  @Test
  void answersOverTlsAreValid() throws Exception {
    Path authority = Files.writeString(temporary.resolve("ca.pem"), TestCertificate.authorityPem());
    try (TestWeb web = TestWeb.plan().tls(TestCertificate.VALID).site(SITE).start()) {
      String root = web.url("/").replace("127.0.0.1", "localhost");
      new Crawl(options(root).authorities(authority).build()).run();
    }
    assertValid();
  }

  @Test
  void revisitsAreValid() throws Exception {
    CrawlUrl news = CrawlUrl.of("http://site.example/news");
    TestSite site =
        TestSite.of(
            route("/", html("<a href=/copy><a href=/news><a href=/slow>")),
            route("/copy", html(SAME)),
            route("/news", html("first"), status(304), html(SAME), status(304)),
            route("/slow", html("slow").after(Duration.ofMinutes(1))));
    var crawl = new Crawl(options("http://site.example/").timeout(Duration.ofMinutes(2)).build());
    SimulatedWeb.of(1)
        .site("site.example", site)
        .run(() -> {
          EventLoop.current()
              .spawn(
                  "visitor",
                  () -> {
                    for (int visit = 2; visit <= 4; visit++) {
                      EventLoop.sleep(Duration.ofSeconds(10));
                      assertTrue(crawl.revisit(news));
                    }
                    return true;
                  });
          return crawl.runOnLoop();
        });
    assertValid();
  }

  /** jwarc alone does not look at WARC-Truncated before it compares lengths. */
  @Test
  void bodiesThatWereCutAreValidAndSayThatTheyAreParts() throws Exception {
    TestSite site =
        TestSite.of(
            route("/", html("<a href=/cut><a href=/reset>")),
            route("/cut", html(SAME).cutAfter(1_500)),
            route("/reset", html(SAME).resetAfter(1_500)));
    try (TestWeb web = TestWeb.serve(site)) {
      new Crawl(options(web.url("/")).build()).run();
    }
    assertEquals(List.of(), ArchiveValidators.ours(files()));
    assertEquals(List.of(), ArchiveValidators.jwat(files()));
    long lengths =
        ArchiveValidators.jwarc(files()).stream()
            .filter(line -> line.contains("invalid HTTP header Content-Length: " + SAME.length()))
            .count();
    assertEquals(2, lengths);
  }

  /** In the body of a response, which has a digest: jwarc alone does not look at sums of gzip. */
  private static long middleOfLargest(Path file) throws IOException {
    long middle = 0;
    long largest = 0;
    try (WarcReader reader = WarcReader.open(WarcFile.of(file))) {
      for (WarcEntry entry = reader.next(); entry != null; entry = reader.next()) {
        if (entry instanceof WarcRecord record && record.storedLength() > largest) {
          largest = record.storedLength();
          middle = record.offset() + largest / 2;
        }
      }
    }
    assertTrue(largest > 0, "a record that can be damaged");
    return middle;
  }

  @Test
  void damageIsFoundByAllOfThem() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(options(web.url("/")).build()).run();
    }
    Path file = files().getFirst();
    byte[] bytes = Files.readAllBytes(file);
    bytes[Math.toIntExact(middleOfLargest(file))] ^= 1;
    Files.write(file, bytes);
    assertFalse(ArchiveValidators.ours(files()).isEmpty());
    assertFalse(ArchiveValidators.jwarc(files()).isEmpty());
    assertFalse(ArchiveValidators.jwat(files()).isEmpty());
  }
}

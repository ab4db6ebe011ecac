package org.example;

import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.VisitRecorder;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.WireTap;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.output.LedgerConsumer;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recorder from outside the package: it keeps all visits as text, each under its number. */
class VisitRecorderTest implements VisitRecorder {
  private static final String BODY = "7\r\n<a href=\r\n1\r\n/\r\n0\r\n\r\n";

  private static final TestSite SITE =
      TestSite.of(
          route("/robots.txt", Reply.redirect(302, "/rules")),
          route("/rules", Reply.text("User-agent: *\nDisallow: /no")),
          route(
              "/",
              Reply.html(
                  "<a href=/moved><a href=/missing><a href=/chunked><a href=/cut><a href=/no>")),
          route("/moved", Reply.redirect(301, "/")),
          route("/missing", Reply.status(404)),
          route("/cut", Reply.html("a page that is cut").cutAfter(5)),
          route(
              "/chunked",
              Reply.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + BODY)));

  @TempDir Path directory;

  /** What went to and fro, a pair an exchange, by the number of the visit. */
  private final List<List<String[]>> visits = new ArrayList<>();

  private int given;

  @Override
  public String name() {
    return "record";
  }

  @Override
  public Recording begin(Lease lease) {
    return new Text();
  }

  /** One visit. */
  private final class Text implements Recording {
    private final List<String[]> exchanges = new ArrayList<>();

    @Override
    public HttpRequest tap(HttpRequest request) {
      return request.withTap(
          new WireTap() {
            @Override
            public void begin() {
              exchanges.add(new String[] {"", ""});
            }

            @Override
            public void sent(byte[] bytes, int offset, int length) {
              exchanges.getLast()[0] += new String(bytes, offset, length, ISO_8859_1);
            }

            @Override
            public void received(byte[] bytes, int offset, int length) {
              exchanges.getLast()[1] += new String(bytes, offset, length, ISO_8859_1);
            }
          });
    }

    @Override
    public Optional<byte[]> end(List<Exchange> sent) {
      assertEquals(exchanges.size(), sent.size());
      visits.add(exchanges);
      return Optional.of(Integer.toString(visits.size() - 1).getBytes(ISO_8859_1));
    }

    @Override
    public void close() {
      given++;
    }
  }

  /** Joins what was recorded with what was decided, by the notes. */
  private final class Joined implements LedgerConsumer {
    private final Map<String, List<String[]>> visitsOf = new TreeMap<>();

    @Override
    public String name() {
      return "record";
    }

    @Override
    public void consume(List<CommittedEntry> entries) {
      for (CommittedEntry its : entries) {
        its.note()
            .ifPresent(note -> {
              String about =
                  its.entry() instanceof LedgerEntry.RulesFetched
                      ? "rules"
                      : its.found().orElseThrow().url().path();
              int number = Integer.parseInt(new String(note, ISO_8859_1));
              visitsOf.computeIfAbsent(about, _ -> new ArrayList<>()).addAll(visits.get(number));
            });
      }
    }
  }

  private CrawlOptions options(TestWeb web) {
    return CrawlOptions.crawlOf(web.url("/"))
        .maxTries(2)
        .directory(directory.resolve("kept"))
        .build();
  }

  @Test
  void everyExchangeIsRecordedAndItsNoteIsWithWhatCameOfIt() throws Exception {
    var joined = new Joined();
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(options(web)).record(this).consume(joined).run();
      List<String> asked = new ArrayList<>();
      joined.visitsOf.values().stream()
          .flatMap(List::stream)
          .forEach(exchange -> asked.add(exchange[0].split(" ")[1]));
      assertEquals(web.targets().stream().sorted().toList(), asked.stream().sorted().toList());
    }
    Map<String, List<String[]>> visitsOf = joined.visitsOf;
    assertEquals(2, visitsOf.get("rules").size());
    assertTrue(visitsOf.get("rules").getLast()[1].endsWith("\r\n\r\nUser-agent: *\nDisallow: /no"));
    assertTrue(visitsOf.get("/moved").getFirst()[1].startsWith("HTTP/1.1 301 "));
    assertTrue(visitsOf.get("/missing").getFirst()[1].startsWith("HTTP/1.1 404 "));
    assertTrue(visitsOf.get("/chunked").getFirst()[1].endsWith("\r\n\r\n" + BODY));
    assertEquals(2, visitsOf.get("/cut").size(), "attempts");
    assertEquals("HTTP/", visitsOf.get("/cut").getLast()[1]);
    assertTrue(visitsOf.get("/").getFirst()[0].startsWith("GET / HTTP/1.1\r\n"));
    assertEquals(visits.size(), given);
  }

  @Test
  void aPageThatCannotBeRecordedIsNotDecided() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      var full =
          new VisitRecorder() {
            @Override
            public String name() {
              return "full";
            }

            @Override
            public Recording begin(Lease lease) {
              return lease.url().path().equals("/moved") ? new Full() : Recording.NONE;
            }
          };
      var failure =
          assertThrows(IOException.class, () -> new Crawl(options(web)).record(full).run());
      assertEquals("recorder full: no room for the archive", failure.getMessage());
      var joined = new Joined();
      new Crawl(options(web)).record(this).consume(joined).run();
      assertEquals(1, joined.visitsOf.get("/moved").size());
    }
  }

  /** A recording for which there is no room. */
  private static final class Full implements VisitRecorder.Recording {
    @Override
    public HttpRequest tap(HttpRequest request) {
      return request;
    }

    @Override
    public Optional<byte[]> end(List<Exchange> exchanges) throws IOException {
      throw new IOException("no room for the archive");
    }
  }

  @Test
  void aRecorderHasAName() {
    Crawl crawl = Crawl.of("http://127.0.0.1:1/");
    var nameless =
        new VisitRecorder() {
          @Override
          public String name() {
            return "";
          }

          @Override
          public Recording begin(Lease lease) {
            return Recording.NONE;
          }
        };
    assertThrows(IllegalArgumentException.class, () -> crawl.record(nameless));
  }
}

package org.example;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.ArchiveCheck;
import dev.arachne.archive.ArchivePlace;
import dev.arachne.archive.CdxjIndex;
import dev.arachne.archive.Reference;
import dev.arachne.archive.WarcFault;
import dev.arachne.archive.WarcFile;
import dev.arachne.archive.WarcType;
import dev.arachne.crawl.Crawl;
import dev.arachne.directory.UrlStory;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.SimulatedWeb;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.example.ArchivedRecords.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcRevisit;

/** Responses that are like earlier ones, archived as revisits and read back by jwarc. */
class RevisitRecordsTest {
  private static final String SAME = "<p>the same".repeat(200);
  private static final String SMALL = "<p>small";

  @TempDir Path directory;

  private Path kept() {
    return directory.resolve("kept");
  }

  private Path warc() {
    return directory.resolve("warc");
  }

  private CrawlOptions.Builder options(String root) {
    return CrawlOptions.crawlOf(root).directory(kept()).warc(warc());
  }

  @Test
  void aPayloadIsArchivedOnceWhateverUrlHasIt() throws Exception {
    TestSite site =
        TestSite.of(
            route("/", html("<a href=/1><a href=/2><a href=/3><a href=/4><a href=/5><a href=/6>")),
            route("/1", html(SAME)),
            route("/2", html(SAME).header("X-Own", "yes")),
            route("/3", html(SAME).chunked()),
            route("/4", html(SMALL)),
            route("/5", html(SMALL)),
            route("/6", html(SAME).cutAfter(1_500)));
    try (TestWeb web = TestWeb.serve(site)) {
      new Crawl(options(web.url("/")).maxTries(1).build()).run();
      List<Record> records = ArchivedRecords.in(warc());
      List<Record> same =
          Stream.of("/1", "/2", "/3").map(path -> capture(records, web.url(path))).toList();
      Record original = records.stream().filter(same::contains).findFirst().orElseThrow();
      assertTrue(original.is("response"));
      for (Record each : same) {
        if (each != original) {
          assertRefers(each, original);
        }
      }
      String own = new String(capture(records, web.url("/2")).block(), ISO_8859_1);
      assertTrue(own.contains("\r\nX-Own: yes\r\n"), own);
      assertTrue(capture(records, web.url("/4")).is("response"), "it is small");
      assertTrue(capture(records, web.url("/5")).is("response"), "it is small");
      assertTrue(capture(records, web.url("/6")).is("response"), "it was cut");
      assertClean();
      Record last = same.getLast() == original ? same.getFirst() : same.getLast();
      ArchivePlace place = place(last.field("WARC-Target-URI").orElseThrow()).getLast();
      assertEquals(WarcType.REVISIT, place.type());
      assertEquals(last.offset(), place.offset());
      assertEquals(original.field("WARC-Payload-Digest"), place.payload().map(Object::toString));
      assertEquals(original.field("WARC-Record-ID"), place.refersTo().flatMap(Reference::id));
    }
  }

  private static void assertRefers(Record each, Record original) throws Exception {
    var revisit = (WarcRevisit) each.record();
    assertEquals(WarcRevisit.IDENTICAL_PAYLOAD_DIGEST_1_1, revisit.profile());
    assertEquals(original.field("WARC-Target-URI"), each.field("WARC-Refers-To-Target-URI"));
    assertEquals(original.field("WARC-Date"), each.field("WARC-Refers-To-Date"));
    assertEquals(original.field("WARC-Record-ID"), each.field("WARC-Refers-To"));
    assertEquals(original.field("WARC-Payload-Digest"), each.field("WARC-Payload-Digest"));
    assertEquals(Optional.of("length"), each.field("WARC-Truncated"));
    String head = new String(each.block(), ISO_8859_1);
    assertTrue(head.startsWith("HTTP/1.1 200 ") && head.endsWith("\r\n\r\n"), head);
  }

  @Test
  void anAnswerThatNothingHasChangedRefersToTheLastCapture() throws Exception {
    CrawlUrl news = CrawlUrl.of("http://site.example/news");
    TestSite site =
        TestSite.of(
            route("/", html("<a href=/copy><a href=/news><a href=/never><a href=/slow>")),
            route("/copy", html(SAME)),
            route("/news", html("first"), status(304), html(SAME), status(304)),
            route("/never", status(304)),
            route("/slow", html("slow").after(Duration.ofMinutes(1))));
    var crawl = new Crawl(options("http://site.example/").timeout(Duration.ofMinutes(2)).build());
    SimulatedWeb.of(1)
        .site("site.example", site)
        .run(() -> {
          EventLoop.current().spawn("visitor", () -> visitThrice(crawl, news));
          return crawl.runOnLoop();
        });
    List<Record> records = ArchivedRecords.in(warc());
    List<Record> captures =
        records.stream()
            .filter(each -> each.isAbout(news.toString()))
            .filter(each -> each.is("response") || each.is("revisit"))
            .toList();
    assertEquals(4, captures.size());
    assertUnchanged(captures.get(1), captures.get(0));
    Record copy = capture(records, "http://site.example/copy");
    assertRefers(captures.get(2), copy);
    assertUnchanged(captures.get(3), copy);
    assertTrue(capture(records, "http://site.example/never").is("response"));
    assertClean();
    assertEquals(
        List.of(WarcType.RESPONSE, WarcType.REVISIT, WarcType.REVISIT, WarcType.REVISIT),
        place(news.toString()).stream().map(ArchivePlace::type).toList());
  }

  @Test
  void payloadsOfAnEarlierArchiveAreNotArchivedAgain() throws Exception {
    TestSite site =
        TestSite.of(route("/", html("<a href=/1>" + SAME)), route("/1", html(SAME + "1")));
    try (TestWeb web = TestWeb.serve(site)) {
      Path first = directory.resolve("first");
      Path firstWarc = first.resolve("archive");
      new Crawl(options(web.url("/")).directory(first).warc().build()).run();
      Path index = directory.resolve("first.cdxj");
      try (var made = new CdxjIndex();
          var out = Files.newOutputStream(index)) {
        for (Path file : files(firstWarc)) {
          made.add(WarcFile.of(file), fault -> {});
        }
        made.writeTo(out);
      }
      List<Record> originals = ArchivedRecords.in(firstWarc);
      for (Path other : List.of(first, index)) {
        Path kept = directory.resolve("of " + other.getFileName());
        var again = options(web.url("/")).directory(kept).warc().dedup(List.of(other));
        new Crawl(again.build()).run();
        new Crawl(again.build()).run(); // Nothing is left to do, and nothing to take in.
        List<Record> records = ArchivedRecords.in(kept.resolve("archive"));
        for (String url : List.of(web.url("/"), web.url("/1"))) {
          Record revisit = capture(records, url);
          Record original = capture(originals, url);
          assertTrue(revisit.is("revisit"), url);
          assertEquals(Optional.of(url), revisit.field("WARC-Refers-To-Target-URI"));
          assertEquals(original.field("WARC-Payload-Digest"), revisit.field("WARC-Payload-Digest"));
          Optional<String> id = original.field("WARC-Record-ID").filter(_ -> other == first);
          assertEquals(id, revisit.field("WARC-Refers-To"));
        }
        List<Path> together = new ArrayList<>(files(firstWarc));
        together.addAll(files(kept.resolve("archive")));
        assertTrue(ArchiveCheck.of(WarcFile.of(together), fault -> {}).isClean());
      }
    }
  }

  @Test
  void anArchiveThatCannotBeReferredToIsRefusedWithWhatToType() throws Exception {
    Path text = Files.writeString(directory.resolve("text"), "no index\n");
    Path index =
        Files.writeString(
            directory.resolve("index.cdxj"),
            "test,a)/ 20260101000000 {\"url\": \"http://a.test/\", \"digest\":"
                + " \"sha256:"
                + "0".repeat(64)
                + "\", \"length\": \"1\", \"offset\": \"0\","
                + " \"filename\": \"a\"}\n");
    for (var expected :
        Map.of(
                directory,
                "has no archive; name a crawl that has one",
                text,
                "has no line of an index; arachne archive cdxj makes one",
                index,
                "has no digests of sha1; choose those that it has by --warc-digest",
                directory.resolve("nowhere"),
                "nowhere")
            .entrySet()) {
      CrawlOptions options =
          options("http://127.0.0.1:9/").dedup(List.of(expected.getKey())).build();
      var refusal = assertThrows(UsageException.class, () -> new Crawl(options).run());
      assertTrue(refusal.getMessage().contains(expected.getValue()), refusal.getMessage());
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  private static boolean visitThrice(Crawl crawl, CrawlUrl news) throws Exception {
    for (int visit = 2; visit <= 4; visit++) {
      EventLoop.sleep(Duration.ofSeconds(10));
      assertTrue(crawl.revisit(news));
    }
    return true;
  }

  private static void assertUnchanged(Record each, Record original) throws Exception {
    var revisit = (WarcRevisit) each.record();
    assertEquals(WarcRevisit.SERVER_NOT_MODIFIED_1_1, revisit.profile());
    assertEquals(original.field("WARC-Target-URI"), each.field("WARC-Refers-To-Target-URI"));
    assertEquals(original.field("WARC-Date"), each.field("WARC-Refers-To-Date"));
    assertEquals(original.field("WARC-Payload-Digest"), each.field("WARC-Payload-Digest"));
    assertEquals(Optional.empty(), each.field("WARC-Truncated"));
    String head = new String(each.block(), ISO_8859_1);
    assertTrue(head.startsWith("HTTP/1.1 304 ") && head.endsWith("\r\n\r\n"), head);
  }

  /** No fault, and of notes only those about bodies that were cut. */
  private void assertClean() throws Exception {
    List<WarcFault> told = new ArrayList<>();
    var report = ArchiveCheck.of(WarcFile.of(files(warc())), told::add);
    assertTrue(report.isClean(), told::toString);
    assertTrue(
        told.stream().allMatch(each -> each.kind() == WarcFault.Kind.TRUNCATED), told::toString);
  }

  private List<ArchivePlace> place(String url) throws Exception {
    UrlStory story = UrlStory.of(url, kept());
    return story.archived().keySet().stream().sorted().map(story.archived()::get).toList();
  }

  private static Record capture(List<Record> records, String url) {
    return records.stream()
        .filter(each -> each.is("response") || each.is("revisit"))
        .filter(each -> each.isAbout(url))
        .findFirst()
        .orElseThrow();
  }
}

package dev.arachne.archive;

import static dev.arachne.archive.TestArchive.bytes;
import static dev.arachne.archive.TestArchive.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapturesTest {
  @TempDir Path temporary;

  private static TestArchive archive() {
    return new TestArchive()
        .page("http://a.test/", "first")
        .page("http://a.test/", "second")
        .changed(1, "WARC-Date: 2026", "WARC-Date: 2027")
        .page("http://a.test/", "third")
        .changed(2, "WARC-Date: 2026", "WARC-Date: 2029")
        .revisit("http://b.test/", "http://a.test/", "first");
  }

  private Captures captures(byte[] file) {
    Path path = written(temporary.resolve("a.warc"), file);
    return new Captures(List.of(WarcFile.of(path)), fault -> {});
  }

  private static String body(Captures captures, Captures.Capture capture) throws IOException {
    var body = new ArrayList<String>();
    captures.read(
        capture,
        record -> {
          HttpPayload payload = HttpPayload.of(record.block()).orElseThrow();
          body.add(new String(payload.body().readAllBytes(), StandardCharsets.UTF_8));
        });
    return body.getFirst();
  }

  @Test
  void theNearestCaptureIsFound() throws IOException {
    for (byte[] file :
        List.of(archive().plain(), archive().gzip(), TestArchive.gzip(archive().plain()))) {
      Captures captures = captures(file);
      for (String[] each :
          new String[][] {
            {"2000", "first"}, {"2026", "first"}, {"2027", "second"}, {"2031", "third"}
          }) {
        var time = Optional.of(Instant.parse(each[0] + "-02-01T00:00:00Z"));
        var found = captures.nearest("https://www.a.test", time).orElseThrow();
        assertEquals(each[1], body(captures, found));
      }
      assertEquals(
          "third",
          body(captures, captures.nearest("http://a.test/", Optional.empty()).orElseThrow()));
    }
  }

  @Test
  void aRevisitLeadsToItsPayload() throws IOException {
    Captures captures = captures(archive().gzip());
    var revisit = captures.nearest("http://b.test/", Optional.empty()).orElseThrow();
    assertTrue(revisit.isRevisit());
    assertEquals("first", body(captures, captures.original(revisit).orElseThrow()));
    Captures alone = captures(new TestArchive().revisit("http://b/", "http://a/", "x").plain());
    var lost = alone.nearest("http://b/", Optional.empty()).orElseThrow();
    assertEquals(Optional.empty(), alone.original(lost));
  }

  @Test
  void urlsWithoutACaptureAreEmpty() throws IOException {
    var archive =
        new TestArchive()
            .record(
                "request", "WARC-Target-URI: http://a.test/\r\n", bytes("GET / HTTP/1.1\r\n\r\n"));
    assertEquals(
        Optional.empty(), captures(archive.plain()).nearest("http://a.test/", Optional.empty()));
  }
}

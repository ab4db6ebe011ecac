package dev.arachne.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.archive.CaptureIndex.Place;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureIndexTest {
  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";

  @TempDir Path temporary;

  private final List<WarcFault> faults = new ArrayList<>();

  private static String record(String type, String url, String date, String more, String block) {
    return "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\n%s"
            .formatted(type, url, date, more)
        + "Content-Type: application/http; msgtype=response\r\n"
        + "Content-Length: %d\r\n\r\n%s\r\n\r\n".formatted(block.length(), block);
  }

  private static String response(String url, String date, String body) {
    String digest = "WARC-Payload-Digest: sha1:" + body.toUpperCase(Locale.ROOT) + "\r\n";
    return record("response", url, date, digest, HEAD + body);
  }

  private static String info(String text) {
    return "WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"
        + "Content-Type: application/warc-fields\r\n"
        + "Content-Length: %d\r\n\r\n%s\r\n\r\n".formatted(text.length(), text);
  }

  private WarcFile plain(String name, String... records) throws IOException {
    return WarcFile.of(
        Files.write(temporary.resolve(name), String.join("", records).getBytes(ISO_8859_1)));
  }

  private WarcFile gzip(String name, String... members) throws IOException {
    var bytes = new ByteArrayOutputStream();
    for (String member : members) {
      var one = new ByteArrayOutputStream();
      try (var gzip = new GZIPOutputStream(one)) {
        gzip.write(member.getBytes(ISO_8859_1));
      }
      bytes.writeBytes(one.toByteArray());
    }
    return WarcFile.of(Files.write(temporary.resolve(name), bytes.toByteArray()));
  }

  private static String block(Optional<Place> place) throws IOException {
    try (var idle = new CaptureReader.Idle();
        var capture = CaptureReader.open(place.orElseThrow(), idle)) {
      return new String(capture.block().readAllBytes(), ISO_8859_1);
    }
  }

  @Test
  void capturesAreFoundByUrlAndTimeInFilesOfAnyForm() throws IOException {
    CrawlUrl a = CrawlUrl.of("http://a.test/");
    CrawlUrl b = CrawlUrl.of("http://a.test/b?c");
    List<WarcFile> files =
        List.of(
            plain(
                "plain.warc",
                response("http://a.test/", "2020-01-01T00:00:00Z", "plain"),
                response("http://a.test/b?c", "2020-01-02T00:00:00Z", "b")),
            gzip(
                "shared.warc.gz",
                response("http://a.test/", "2022-01-01T00:00:00Z", "first")
                    + response("<http://a.test/>", "2024-01-01T00:00:00Z", "second")),
            gzip("one.warc.gz", response("http://a.test/#x", "2023-01-01T00:00:00Z", "alone")));
    try (CaptureIndex index = CaptureIndex.of(files, faults::add)) {
      assertEquals(5, index.captures());
      assertEquals(Optional.of(Instant.parse("2020-01-01T00:00:00Z")), index.begin());
      assertEquals(HEAD + "second", block(index.nearest(a, Instant.MAX)));
      assertEquals(HEAD + "plain", block(index.nearest(a, Instant.EPOCH)));
      assertEquals(HEAD + "first", block(index.nearest(a, Instant.parse("2022-05-01T00:00:00Z"))));
      assertEquals(HEAD + "alone", block(index.numbered(a, 3)));
      assertEquals(HEAD + "second", block(index.numbered(a, 4)));
      assertEquals(Optional.empty(), index.numbered(a, 5));
      assertEquals(Optional.empty(), index.numbered(b, 2));
      assertEquals(HEAD + "b", block(index.nearest(b, Instant.MAX)));
      assertEquals(Optional.empty(), index.nearest(CrawlUrl.of("http://a.test/B?c"), Instant.MAX));
      var urls = new ArrayList<CrawlUrl>();
      index.urls(urls::add);
      assertEquals(List.of(a, b, a, a, a), urls);
    }
  }

  /** Members with the extra field of lengths; each holds a page of noise. */
  private List<byte[]> skippable(int pages) throws IOException {
    var random = new Random(1);
    var room = new RecordRoom(temporary, 8 << 20);
    List<byte[]> members = new ArrayList<>();
    for (int i = 0; i < pages; i++) {
      byte[] body = new byte[100 + random.nextInt(200_000)];
      random.nextBytes(body);
      byte[] block = (HEAD + new String(body, ISO_8859_1)).getBytes(ISO_8859_1);
      WarcFields fields =
          WarcFields.builder()
              .add(WarcFields.TYPE, "response")
              .add(WarcFields.TARGET_URI, "http://a.test/" + i)
              .add(WarcFields.DATE, "2020-01-01T00:00:00Z")
              .add(WarcFields.CONTENT_TYPE, "application/http;msgtype=response")
              .add(WarcFields.CONTENT_LENGTH, Integer.toString(block.length))
              .build();
      try (RecordBytes record =
              new WarcWriter().record(fields, new ByteArrayInputStream(block), room);
          InputStream in = record.read()) {
        members.add(in.readAllBytes());
      }
    }
    return members;
  }

  private List<Optional<Place>> places(List<byte[]> members) throws IOException {
    var all = new ByteArrayOutputStream();
    members.forEach(all::writeBytes);
    WarcFile file = WarcFile.of(Files.write(temporary.resolve("s.warc.gz"), all.toByteArray()));
    List<Optional<Place>> places = new ArrayList<>();
    faults.clear();
    try (CaptureIndex index = CaptureIndex.of(List.of(file), faults::add)) {
      for (int i = 0; i < members.size(); i++) {
        places.add(index.nearest(CrawlUrl.of("http://a.test/" + i), Instant.MAX));
      }
    }
    return places;
  }

  @Test
  void blocksAreSkippedWhereMembersSayHowLongTheyAre() throws IOException {
    List<byte[]> members = skippable(20);
    List<Optional<Place>> whole = places(members);
    long offset = 0;
    for (int i = 0; i < members.size(); i++) {
      assertEquals(offset, whole.get(i).orElseThrow().offset());
      assertEquals(members.get(i).length, whole.get(i).orElseThrow().length());
      offset += members.get(i).length;
    }
    assertEquals(List.of(), faults);
    byte[] longest = members.stream().max(Comparator.comparing(each -> each.length)).orElseThrow();
    longest[longest.length / 2] ^= 1;
    assertEquals(whole, places(members));
    assertEquals(List.of(), faults);
    Place damaged = whole.get(members.indexOf(longest)).orElseThrow();
    try (var idle = new CaptureReader.Idle();
        var capture = CaptureReader.open(damaged, idle)) {
      assertThrows(DamagedArchiveException.class, capture::check);
    }
  }

  @Test
  void aWrongLengthOfAMemberIsNotBelieved() throws IOException {
    List<byte[]> members = skippable(20);
    List<Optional<Place>> whole = places(members);
    for (int i = 0; i < members.size(); i++) {
      members.get(i)[i % 2 == 0 ? 16 : 20] += 1 + i;
    }
    assertEquals(whole, places(members));
    assertEquals(List.of(), faults);
  }

  @Test
  void anOpenFileIsReadAtOtherPlacesAgain() throws IOException {
    String[] members = new String[200];
    for (int i = 0; i < members.length; i++) {
      String block = HEAD + ("body" + i).repeat(1 + 50 * i);
      members[i] = record("response", "http://a.test/" + i, "2020-01-01T00:00:00Z", "", block);
    }
    WarcFile file = gzip("many.warc.gz", members);
    WarcFile same = plain("many.warc", members);
    for (WarcFile each : List.of(file, same)) {
      try (CaptureIndex index = CaptureIndex.of(List.of(each), faults::add);
          var idle = new CaptureReader.Idle()) {
        for (int step = 0; step < 600; step++) {
          int i = step * 67 % members.length;
          Place place = index.nearest(CrawlUrl.of("http://a.test/" + i), Instant.MAX).orElseThrow();
          try (var capture = CaptureReader.open(place, idle)) {
            int part = step % 3 == 0 ? Integer.MAX_VALUE : 50;
            String block = new String(capture.block().readNBytes(part), ISO_8859_1);
            assertEquals(HEAD, block.substring(0, HEAD.length()));
            if (step % 3 == 0) {
              assertEquals(("body" + i).repeat(1 + 50 * i), block.substring(HEAD.length()));
              capture.check();
            }
          }
        }
      }
    }
    assertEquals(List.of(), faults);
  }

  @Test
  void aRevisitLeadsToTheCaptureThatHasItsPayload() throws IOException {
    String uri = "WARC-Refers-To-Target-URI: http://a.test/\r\n";
    String date = "WARC-Refers-To-Date: 2020-01-01T00:00:00Z\r\n";
    WarcFile file =
        gzip(
            "a.warc.gz",
            response("http://a.test/", "2020-01-01T00:00:00Z", "old"),
            response("http://a.test/", "2021-01-01T00:00:00Z", "new"),
            record("revisit", "http://a.test/1", "2022-01-01T00:00:00Z", uri + date, HEAD),
            record(
                "revisit",
                "http://a.test/2",
                "2022-01-01T00:00:00Z",
                "WARC-Payload-Digest: sha1:NEW\r\n",
                HEAD),
            record("revisit", "http://a.test/", "2022-01-01T00:00:00Z", "", HEAD),
            record("revisit", "http://a.test/3", "2022-01-01T00:00:00Z", "", HEAD));
    try (CaptureIndex index = CaptureIndex.of(List.of(file), faults::add)) {
      assertEquals(HEAD + "old", block(original(index, "http://a.test/1")));
      assertEquals(HEAD + "new", block(original(index, "http://a.test/2")));
      assertEquals(HEAD + "new", block(original(index, "http://a.test/")));
      assertEquals(Optional.empty(), original(index, "http://a.test/3"));
    }
  }

  @Test
  void aRevisitDoesNotLeadToAnotherPayload() throws IOException {
    String uri = "WARC-Refers-To-Target-URI: http://a.test/\r\n";
    String date = "WARC-Refers-To-Date: 2020-01-01T00:00:00Z\r\n";
    String digest = "WARC-Payload-Digest: %s\r\n";
    String unchanged = "WARC-Profile: " + WarcFields.NOT_MODIFIED + "\r\n";
    WarcFile file =
        gzip(
            "a.warc.gz",
            response("http://a.test/", "2021-01-01T00:00:00Z", "new"),
            response("http://a.test/other", "2020-01-01T00:00:00Z", "same"),
            response("http://a.test/", "2020-01-01T00:00:00Z", "same"),
            revisit("http://a.test/1", uri + date + digest.formatted("sha1:OLD")),
            revisit("http://a.test/2", uri + date + digest.formatted("md5:OLD")),
            revisit("http://a.test/3", uri + date + digest.formatted("SHA-1:SAME")),
            revisit("http://a.test/4", uri + date + digest.formatted("sha1:NEW")),
            revisit("http://a.test/5", uri + date + unchanged + digest.formatted("sha1:NEW")));
    try (CaptureIndex index = CaptureIndex.of(List.of(file), faults::add)) {
      assertEquals(Optional.empty(), original(index, "http://a.test/1"));
      assertEquals(HEAD + "same", block(original(index, "http://a.test/2")));
      assertEquals(
          index.numbered(CrawlUrl.of("http://a.test/"), 1), original(index, "http://a.test/3"));
      assertEquals(HEAD + "new", block(original(index, "http://a.test/4")));
      assertEquals(HEAD + "same", block(original(index, "http://a.test/5")));
    }
  }

  private static String revisit(String url, String more) {
    return record("revisit", url, "2022-01-01T00:00:00Z", more, HEAD);
  }

  @Test
  void theNearestOfManyCapturesIsFound() throws IOException {
    CrawlUrl url = CrawlUrl.of("http://a.test/");
    Instant begin = Instant.parse("2020-01-01T00:00:00Z");
    String[] captures = new String[60];
    for (int i = 0; i < captures.length; i++) {
      String date = begin.plusSeconds(i / 2 * 10).toString();
      captures[i] =
          i % 6 < 3
              ? response(url.toString(), date, "body" + i)
              : record("revisit", url.toString(), date, "", HEAD + "body" + i);
    }
    try (CaptureIndex index = CaptureIndex.of(List.of(plain("a.warc", captures)), faults::add)) {
      for (int second = -20; second < 320; second++) {
        int nearest = Math.clamp((second + 5) / 10, 0, 29) * 2 + 1;
        assertEquals(HEAD + "body" + nearest, block(index.nearest(url, begin.plusSeconds(second))));
      }
    }
  }

  private static Optional<Place> original(CaptureIndex index, String url) throws IOException {
    Place revisit = index.nearest(CrawlUrl.of(url), Instant.MAX).orElseThrow();
    assertEquals(WarcType.REVISIT, revisit.type());
    try (var idle = new CaptureReader.Idle();
        var capture = CaptureReader.open(revisit, idle)) {
      return index.original(capture.fields());
    }
  }

  @Test
  void damageIsReportedWithItsPlaceAndOtherUrisAreCounted() throws IOException {
    WarcFile file =
        gzip(
            "a.warc.gz",
            response("http://a.test/", "2020-01-01T00:00:00Z", "whole"),
            response("dns:a.test", "2020-01-01T00:00:00Z", "name"),
            response("http://a.test/bad", "2020-01-01T00:00:00Z", "damaged"));
    byte[] bytes = Files.readAllBytes(file.path());
    bytes[bytes.length - 6] ^= 1;
    Files.write(file.path(), bytes);
    try (CaptureIndex index = CaptureIndex.of(List.of(file), faults::add);
        var idle = new CaptureReader.Idle()) {
      assertEquals(1, faults.size());
      assertEquals(1, index.others());
      Place bad = index.nearest(CrawlUrl.of("http://a.test/bad"), Instant.MAX).orElseThrow();
      assertEquals(faults.getFirst().offset(), bad.offset());
      try (var capture = CaptureReader.open(bad, idle)) {
        assertThrows(DamagedArchiveException.class, capture::check);
      }
      assertEquals(
          HEAD + "whole", block(index.nearest(CrawlUrl.of("http://a.test/"), Instant.MAX)));
    }
  }

  @Test
  void seedsAreThoseOfTheArchivedCrawlOrTheFirstPage() throws IOException {
    WarcFile ours = gzip("ours.warc.gz", info("option: roots http://b.test/ a.test\r\n"));
    WarcFile other =
        gzip(
            "other.warc.gz",
            info("software: Wget\r\n"),
            record(
                "response",
                "http://a.test/robots.txt",
                "2020-01-01T00:00:00Z",
                "",
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"),
            response("http://a.test/page", "2020-01-01T00:00:00Z", "page"));
    assertEquals(List.of("http://b.test/", "a.test"), ArchiveSeeds.of(List.of(ours)));
    assertEquals(List.of("http://a.test/page"), ArchiveSeeds.of(List.of(other)));
    assertEquals(List.of(), ArchiveSeeds.of(List.of(gzip("none.warc.gz", info("a: b\r\n")))));
    assertEquals(
        Optional.of("http://a.test/robots.txt"), ArchiveSeeds.firstCapture(List.of(ours, other)));
  }
}

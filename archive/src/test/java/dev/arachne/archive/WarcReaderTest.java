package dev.arachne.archive;

import static dev.arachne.archive.TestArchive.bytes;
import static dev.arachne.archive.TestArchive.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarcReaderTest {
  @TempDir Path temporary;

  private static TestArchive three() {
    return new TestArchive()
        .warcinfo()
        .page("http://a.test/", "<p>one</p>")
        .chunked("http://a.test/2", "two two");
  }

  /** What a reader finds, a line each. */
  private List<String> read(byte[] file) {
    var found = new ArrayList<String>();
    try (var reader = WarcReader.open(written(temporary.resolve("a.warc"), file))) {
      for (WarcEntry entry = reader.next(); entry != null; entry = reader.next()) {
        found.add(
            switch (entry) {
              case WarcFault fault -> fault.offset() + " " + fault.kind();
              case WarcRecord record -> text(record);
            });
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static String text(WarcRecord record) throws IOException {
    int length;
    try {
      length = record.block().readAllBytes().length;
    } catch (DamagedArchiveException e) {
      length = -1;
    }
    return "%d+%d %s %d"
        .formatted(
            record.offset(),
            record.storedLength(),
            record.fields().first(WarcFields.TYPE).orElse("-"),
            length);
  }

  private static List<Integer> sizes(TestArchive archive, boolean isGzip) {
    var sizes = new ArrayList<Integer>();
    int from = 0;
    String all = new String(archive.plain(), StandardCharsets.ISO_8859_1);
    while (from < all.length()) {
      int to = all.indexOf("WARC/1.1\r\n", from + 1);
      String record = all.substring(from, to < 0 ? all.length() : to);
      sizes.add(isGzip ? TestArchive.gzip(bytes(record)).length : record.length());
      from += record.length();
    }
    return sizes;
  }

  @Test
  void recordsOfAPlainFileHaveTheirPlaces() {
    List<Integer> sizes = sizes(three(), false);
    assertEquals(
        List.of(
            "0+%d warcinfo 13".formatted(sizes.get(0)),
            "%d+%d response 74".formatted(sizes.get(0), sizes.get(1)),
            "%d+%d response 90".formatted(sizes.get(0) + sizes.get(1), sizes.get(2))),
        read(three().plain()));
  }

  @Test
  void recordsOfAGzipFileHaveThePlacesOfTheirMembers() {
    List<Integer> sizes = sizes(three(), true);
    assertEquals(
        List.of(
            "0+%d warcinfo 13".formatted(sizes.get(0)),
            "%d+%d response 74".formatted(sizes.get(0), sizes.get(1)),
            "%d+%d response 90".formatted(sizes.get(0) + sizes.get(1), sizes.get(2))),
        read(three().gzip()));
  }

  @Test
  void oneMemberForAllIsReadAndTold() {
    assertEquals(
        List.of("0+-1 warcinfo 13", "0 SHARED_MEMBER", "0+-1 response 74", "0+-1 response 90"),
        read(TestArchive.gzip(three().plain())));
  }

  @Test
  void concatenatedFilesAreOne() {
    var both = new ByteArrayOutputStream();
    both.writeBytes(three().gzip());
    both.writeBytes(TestArchive.gzip(three().plain()));
    List<String> found = read(both.toByteArray());
    assertEquals(7, found.size(), found.toString());
    assertEquals(three().gzip().length + "+-1 response 90", found.getLast());
  }

  @Test
  void anEmptyFileHasNoRecord() {
    assertEquals(List.of(), read(new byte[0]));
  }

  @Test
  void aReaderBeginsWhereARecordDoes() throws IOException {
    for (byte[] file : List.of(three().plain(), three().gzip())) {
      Path path = written(temporary.resolve("a.warc"), file);
      long offset;
      try (var reader = WarcReader.open(path)) {
        reader.next();
        offset = ((WarcRecord) reader.next()).offset();
      }
      try (var reader = WarcReader.openAt(path, offset)) {
        var record = (WarcRecord) reader.next();
        assertEquals(offset, record.offset());
        assertEquals("http://a.test/", record.targetUri().orElseThrow());
      }
    }
  }

  @Test
  void aTruncatedFileIsReportedAndRecordsBeforeAreRead() {
    byte[] plain = three().plain();
    List<String> found = read(Arrays.copyOf(plain, plain.length - 10));
    assertTrue(found.get(2).endsWith("response -1"), found.toString());
    assertTrue(found.get(3).endsWith(" CUT"), found.toString());
    byte[] gzip = three().gzip();
    found = read(Arrays.copyOf(gzip, gzip.length - 10));
    assertTrue(found.getLast().endsWith(" CUT"), found.toString());
    assertEquals(4, found.size(), found.toString());
  }

  @Test
  void behindADamagedMemberTheNextIsRead() {
    byte[] gzip = three().gzip();
    List<Integer> sizes = sizes(three(), true);
    gzip[sizes.get(0) + sizes.get(1) / 2] ^= 0x55;
    List<String> found = read(gzip);
    assertTrue(found.contains(sizes.get(0) + " GZIP"), found.toString());
    assertTrue(
        found.contains("%d+%d response 90".formatted(sizes.get(0) + sizes.get(1), sizes.get(2))),
        found.toString());
  }

  @Test
  void behindAWrongLengthTheNextRecordIsRead() {
    for (String length : List.of("2", "999", "99999999999", "x")) {
      TestArchive archive = three().changed(1, "Content-Length: 74", "Content-Length: " + length);
      for (byte[] file : List.of(archive.plain(), archive.gzip())) {
        List<String> found = read(file);
        assertTrue(found.getLast().endsWith("response 90"), length + found);
        assertTrue(
            found.stream().anyMatch(each -> each.endsWith(" LENGTH") || each.endsWith(" CUT")),
            length + found);
      }
    }
  }

  @Test
  void garbageBetweenRecordsIsReported() {
    var archive = new TestArchive().warcinfo().raw(bytes("garbage\r\n\r\n")).page("http://b/", "b");
    assertEquals(3, read(archive.plain()).size());
    assertTrue(read(archive.plain()).get(1).endsWith(" NO_RECORD"));
    assertTrue(read(archive.gzip()).get(1).endsWith(" NO_RECORD"));
    assertTrue(read(archive.gzip()).get(2).endsWith("response 64"), read(archive.gzip())::toString);
  }

  @Test
  void aLineThatIsNotAFieldIsReportedAndTheRecordIsRead() {
    TestArchive archive = three().changed(1, "WARC-Date", "WARC Date");
    assertTrue(read(archive.plain()).get(1).endsWith(" HEAD"));
    assertTrue(read(archive.plain()).get(2).endsWith("response 74"));
  }

  @Test
  void foldedLinesAreOneField() throws IOException {
    String head =
        "WARC/1.0\r\nWARC-Type: metadata\r\nX-A: one\r\n  two\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    try (var reader = WarcReader.open(written(temporary.resolve("a.warc"), bytes(head)))) {
      var record = (WarcRecord) reader.next();
      assertEquals("one two", record.fields().first("x-a").orElseThrow());
    }
  }

  @Test
  void aFileThatIsNotAnArchiveHasNoRecords() {
    assertEquals(List.of("0 NO_RECORD"), read(bytes("hello\nworld\n")));
    assertTrue(read(TestArchive.gzip(bytes("hello"))).contains("0 NO_RECORD"));
  }

  @Test
  void aBlockThatIsDamagedThrows() throws IOException {
    byte[] plain = three().plain();
    Path file = written(temporary.resolve("a.warc"), Arrays.copyOf(plain, plain.length - 10));
    try (var reader = WarcReader.open(file)) {
      reader.next();
      reader.next();
      var last = (WarcRecord) reader.next();
      var thrown = assertThrows(DamagedArchiveException.class, () -> last.block().readAllBytes());
      assertEquals(WarcFault.Kind.CUT, thrown.fault().kind());
    }
  }

  /** Every change of a byte leaves a reader that ends, and says something or reads the same. */
  @Test
  void everyDamagedGzipByteIsReportedOrHarmless() {
    byte[] good = three().gzip();
    List<String> whole = read(good);
    for (int i = 0; i < good.length; i++) {
      byte[] bad = good.clone();
      bad[i] ^= (byte) (1 << (i % 8));
      List<String> found = read(bad);
      boolean isTold = found.stream().anyMatch(each -> !each.contains("+"));
      assertTrue(isTold || found.equals(whole), i + ": " + found);
    }
  }

  /** Each record claims all that follows, so that each failure would read the whole file again. */
  @Test
  void aFileThatIsMadeToBeReadAgainAndAgainIsNot() {
    var file = new ByteArrayOutputStream();
    byte[] record =
        bytes("WARC/1.1\r\nContent-Length: 999999999\r\n\r\n" + "x".repeat(1000) + "\r\n");
    while (file.size() < 20 << 20) {
      file.writeBytes(record);
    }
    List<String> found = read(file.toByteArray());
    assertTrue(found.size() < 20, () -> "found: " + found.size());
    assertTrue(found.getLast().endsWith(" CUT"), found::toString);
  }

  @Test
  void ownArchivesHaveNoFault() throws IOException {
    var file = new ByteArrayOutputStream();
    byte[] block = bytes("HTTP/1.1 200 OK\r\n\r\nbody");
    WarcFields fields =
        WarcFields.builder()
            .add(WarcFields.TYPE, WarcType.RESPONSE.text())
            .add(WarcFields.RECORD_ID, TestArchive.id(1))
            .add(WarcFields.DATE, "2026-01-02T03:04:05.123456Z")
            .add(WarcFields.TARGET_URI, "http://a.test/")
            .add(WarcFields.CONTENT_TYPE, "application/http; msgtype=response")
            .add(WarcFields.CONTENT_LENGTH, String.valueOf(block.length))
            .add(WarcFields.BLOCK_DIGEST, TestArchive.sha1(block))
            .add(WarcFields.PAYLOAD_DIGEST, TestArchive.sha1(bytes("body")))
            .build();
    new WarcWriter().write(fields, new ByteArrayInputStream(block), file);
    var faults = new ArrayList<WarcFault>();
    Path path = written(temporary.resolve("w.warc.gz"), file.toByteArray());
    ArchiveCheck.Report report = ArchiveCheck.of(List.of(WarcFile.of(path)), faults::add);
    assertEquals(List.of(), faults);
    assertEquals(2, report.digests());
    assertEquals(List.of("0+%d response 23".formatted(file.size())), read(file.toByteArray()));
  }
}

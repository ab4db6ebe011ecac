package dev.arachne.archive;

import static dev.arachne.archive.TestArchive.bytes;
import static dev.arachne.archive.TestArchive.id;
import static dev.arachne.archive.TestArchive.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.WarcFault.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveCheckTest {
  private static final String CHUNKED_HEAD = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked";

  @TempDir Path temporary;

  /** Records: warcinfo, page, chunked page, request, revisit, metadata. */
  private static TestArchive good() {
    return new TestArchive()
        .warcinfo()
        .page("http://a.test/", "<p>one</p>")
        .chunked("http://a.test/2", "two two")
        .record(
            "request",
            "WARC-Target-URI: http://a.test/\r\nContent-Type: application/http; msgtype=request\r\n",
            bytes("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n"))
        .revisit("http://a.test/again", "http://a.test/", "<p>one</p>")
        .record(
            "metadata",
            "WARC-Target-URI: http://a.test/\r\nContent-Type: application/warc-fields\r\n",
            bytes("via: http://a.test/\r\n"));
  }

  private final List<WarcFault> faults = new ArrayList<>();

  private ArchiveCheck.Report check(byte[]... files) {
    faults.clear();
    var paths = new ArrayList<Path>();
    for (byte[] file : files) {
      paths.add(written(temporary.resolve(paths.size() + ".warc"), file));
    }
    try {
      return ArchiveCheck.of(WarcFile.of(paths), faults::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Kind> kinds(byte[]... files) {
    check(files);
    return faults.stream().map(WarcFault::kind).toList();
  }

  private void assertTold(Kind kind, TestArchive archive) {
    assertEquals(List.of(kind), kinds(archive.plain()), () -> faults.toString());
    assertEquals(List.of(kind), kinds(archive.gzip()), () -> faults.toString());
  }

  @Test
  void aGoodArchiveHasNoFault() {
    for (byte[] file : List.of(good().plain(), good().gzip())) {
      ArchiveCheck.Report report = check(file);
      assertEquals(List.of(), faults);
      assertTrue(report.isClean());
      assertEquals(6, report.records());
      assertEquals(8, report.digests());
      assertEquals(
          new TreeMap<>(
              Map.of("warcinfo", 1L, "response", 2L, "request", 1L, "revisit", 1L, "metadata", 1L)),
          report.types());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 | <p>one</p>           | <p>One</p>           | BLOCK_DIGEST
          1 | WARC-Date: 2026      | WARC-Date: yesterday | BAD_FIELD
          1 | WARC-Date: 2026      | X-Date: 2026         | MISSING_FIELD
          1 | WARC-Target-URI      | X-Target-URI         | MISSING_FIELD
          3 | WARC-Target-URI      | X-Target-URI         | MISSING_FIELD
          4 | WARC-Profile         | X-Profile            | MISSING_FIELD
          3 | WARC-Record-ID       | X-Record-ID          | MISSING_FIELD
          3 | WARC-Type            | X-Type               | MISSING_FIELD
          3 | WARC-Type: request   | WARC-Type: question  | UNKNOWN_TYPE
          3 | 000000000003         | 000000000001         | DUPLICATE_ID
          3 | <urn:uuid:           | <                    | BAD_FIELD
          3 | WARC-Block-Digest: sha1 | WARC-Block-Digest: md5 | UNKNOWN_DIGEST
          3 | WARC-Block-Digest: sha1:| WARC-Block-Digest: sha1:A | BAD_FIELD
          4 | URI: http://a.test/\\r | URI: http://b.test/\\r | REVISIT
          4 | Payload-Digest: sha1 | X-Digest: sha1       | NONE
          5 | WARC-Type            | WARC Type: x\\r\\nWARC-Type | HEAD
          5 | WARC/1.1             | WARC/9.9             | HEAD
          5 | WARC/1.1             | WARK/1.1             | NO_RECORD
          """)
  void eachDamageOfARecordIsNamed(int record, String text, String replacement, String kind) {
    TestArchive archive =
        good().changed(record, text.translateEscapes(), replacement.translateEscapes());
    List<Kind> expected = kind.equals("NONE") ? List.of() : List.of(Kind.valueOf(kind));
    List<Kind> plain = kinds(archive.plain()).stream().distinct().toList();
    boolean alsoRevisit = record == 1 && plain.contains(Kind.REVISIT);
    if (alsoRevisit) {
      plain = plain.stream().filter(each -> each != Kind.REVISIT).toList();
    }
    if (plain.contains(Kind.PAYLOAD_DIGEST)) {
      plain = plain.stream().filter(each -> each != Kind.PAYLOAD_DIGEST).toList();
    }
    assertEquals(expected, plain, () -> faults.toString());
  }

  @Test
  void aPayloadThatIsNotTheRecordedOneIsReported() {
    var archive =
        new TestArchive().response("http://a.test/", "HTTP/1.1 200 OK", "the body", "another");
    assertTold(Kind.PAYLOAD_DIGEST, archive);
  }

  @Test
  void aPayloadDigestOfTheCodedBodyIsANote() {
    var archive =
        new TestArchive()
            .response("http://a.test/", CHUNKED_HEAD, "1\r\na\r\n0\r\n\r\n", "1\r\na\r\n0\r\n\r\n");
    assertTold(Kind.DIGEST_OF_CODED, archive);
    assertTrue(check(archive.plain()).isClean());
  }

  @Test
  void aDigestOfSha256InBase16IsChecked() {
    byte[] block = bytes("text");
    var sha256 = WarcDigest.Algorithm.SHA256.digest();
    String digest = WarcDigest.of(WarcDigest.Algorithm.SHA256, sha256.digest(block)).toString();
    String lines = "WARC-Target-URI: http://a.test/\r\nWARC-Payload-Digest: " + digest + "\r\n";
    assertEquals(2, check(new TestArchive().record("resource", lines, block).plain()).digests());
    assertTold(
        Kind.PAYLOAD_DIGEST, new TestArchive().record("resource", lines.replace("0", "1"), block));
  }

  @Test
  void aRecordThatWasCutWhenItWasMadeIsReported() {
    var archive =
        new TestArchive()
            .record(
                "resource",
                "WARC-Target-URI: http://a.test/\r\nWARC-Truncated: length\r\n",
                bytes("text"));
    assertTold(Kind.TRUNCATED, archive);
    assertTrue(check(archive.plain()).isClean());
  }

  @Test
  void aBlockThatIsNotHttpIsANote() {
    var archive =
        new TestArchive()
            .record(
                "response",
                "WARC-Target-URI: http://a.test/\r\nContent-Type: application/http\r\n",
                bytes("gopher"));
    assertTold(Kind.HTTP_HEAD, archive);
  }

  @Test
  void aRevisitMayReferToAnotherOfTheFiles() {
    byte[] first = new TestArchive().page("http://a.test/", "x").gzip();
    byte[] second =
        new TestArchive().warcinfo().revisit("http://b.test/", "http://a.test/", "x").gzip();
    assertEquals(List.of(Kind.DUPLICATE_ID), kinds(first, second)); // The ids begin anew.
    assertEquals(List.of(Kind.REVISIT), kinds(second));
  }

  @Test
  void aRevisitWithAnotherPayloadThanItsTargetIsReported() {
    assertTold(
        Kind.REVISIT,
        new TestArchive().page("http://a.test/", "x").revisit("http://b/", "http://a.test/", "y"));
  }

  @Test
  void aRevisitMayReferByItsIdOrByItsDigestAlone() {
    String lines =
        "WARC-Target-URI: http://b/\r\nWARC-Profile: %s\r\nWARC-Payload-Digest: %s\r\n"
            .formatted(WarcFields.IDENTICAL_PAYLOAD, TestArchive.sha1(bytes("x")));
    String byId = lines + "WARC-Refers-To: " + id(0) + "\r\n";
    String byWrongId = lines + "WARC-Refers-To: " + id(9) + "\r\n";
    var page = new TestArchive().page("http://a.test/", "x");
    assertEquals(List.of(), kinds(page.record("revisit", lines, new byte[0]).plain()));
    assertEquals(List.of(), kinds(page.record("revisit", byId, new byte[0]).plain()));
    assertTold(Kind.REVISIT, page.record("revisit", byWrongId, new byte[0]));
  }

  @Test
  void recordsThatShareAMemberAreReportedOnce() {
    assertEquals(List.of(Kind.SHARED_MEMBER), kinds(TestArchive.gzip(good().plain())));
  }

  @Test
  void aFaultIsALineWithFileAndOffset() {
    check(good().changed(0, "software", "hardware").plain());
    Path file = temporary.resolve("0.warc");
    assertTrue(
        faults.getFirst().toString().startsWith(file + ":0: block digest: "), faults::toString);
  }

  @Test
  void joinsOfManyRecordsAreMadeOnTheDisk() throws IOException {
    var archive = new TestArchive();
    for (int i = 0; i < 500; i++) {
      archive.page("http://a.test/" + i, "page" + i);
      archive.revisit("http://b.test/" + i, "http://a.test/" + i, "page" + i);
    }
    archive.revisit("http://b.test/x", "http://a.test/x", "page");
    Path file = written(temporary.resolve("many.warc"), archive.plain());
    ArchiveCheck.Report report = ArchiveCheck.of(List.of(WarcFile.of(file)), faults::add, 1000);
    assertEquals(1001, report.records());
    assertEquals(List.of(Kind.REVISIT), faults.stream().map(WarcFault::kind).toList());
  }

  // Every byte.

  /** All that the archive says, by a reader that looks at nothing else. */
  private List<String> content(byte[] file) {
    var content = new ArrayList<String>();
    try (var reader = WarcReader.open(written(temporary.resolve("content.warc"), file))) {
      for (WarcEntry entry = reader.next(); entry != null; entry = reader.next()) {
        if (entry instanceof WarcRecord record) {
          content.add(record.fields() + Arrays.toString(record.block().readAllBytes()));
        }
      }
    } catch (IOException e) {
      content.add(e.toString());
    }
    return content;
  }

  @ParameterizedTest
  @ValueSource(ints = {0x01, 0x80})
  void everyChangedByteOfAGzipArchiveIsReportedOrHarmless(int bits) {
    byte[] good = good().gzip();
    List<String> whole = content(good);
    for (int i = 0; i < good.length; i++) {
      byte[] bad = good.clone();
      bad[i] ^= (byte) bits;
      int at = i;
      assertTrue(
          !check(bad).isClean() || content(bad).equals(whole), () -> at + ": " + content(bad));
    }
  }

  @Test
  void everyTruncationIsReportedOrLeavesWholeRecords() {
    for (byte[] good : List.of(good().plain(), good().gzip())) {
      List<String> whole = content(good);
      int untold = 0;
      for (int length = 0; length < good.length; length++) {
        byte[] bad = Arrays.copyOf(good, length);
        boolean isTold = !check(bad).isClean();
        if (!isTold) {
          untold++;
          List<String> content = content(bad);
          assertEquals(whole.subList(0, content.size()), content);
        }
      }
      assertEquals(6, untold); // The ends of records.
    }
  }

  @Test
  void everyChangedByteOfABlockOfAPlainArchiveIsReported() {
    byte[] good = good().plain();
    String text = new String(good, StandardCharsets.ISO_8859_1);
    int from = text.indexOf("<p>one</p>");
    for (int i = from; i < from + 10; i++) {
      byte[] bad = good.clone();
      bad[i] ^= 1;
      assertTrue(kinds(bad).contains(Kind.BLOCK_DIGEST));
    }
  }

  @Test
  void noDamageOfAPlainArchiveStopsTheCheck() {
    byte[] good = good().plain();
    var random = new Random(1);
    for (int i = 0; i < 500; i++) {
      byte[] bad = good.clone();
      for (int n = random.nextInt(1, 4); n > 0; n--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      }
      check(bad);
    }
  }
}

package dev.arachne.archive;

import static dev.arachne.archive.TestArchive.bytes;
import static dev.arachne.archive.TestArchive.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.cdx.CdxFormat;
import org.netpreserve.jwarc.cdx.CdxWriter;

class CdxjIndexTest {
  private static final Pattern PROPERTY = Pattern.compile("\"(\\w+)\": ?\"?([^\",}]*)\"?");

  @TempDir Path temporary;

  private final List<WarcFault> faults = new ArrayList<>();

  private static TestArchive archive() {
    return new TestArchive()
        .warcinfo()
        .page("http://b.test/", "<p>one</p>")
        .chunked("http://www.a.test/Path/?z=1&a=2", "two two")
        .record(
            "request",
            "WARC-Target-URI: http://b.test/\r\nContent-Type: application/http; msgtype=request\r\n",
            bytes("GET / HTTP/1.1\r\nHost: b.test\r\n\r\n"))
        .revisit("http://a.test/again", "http://b.test/", "<p>one</p>")
        .record("resource", "WARC-Target-URI: urn:x:y\r\nContent-Type: image/png\r\n", bytes("png"))
        .record(
            "metadata",
            "WARC-Target-URI: http://b.test/\r\nContent-Type: application/warc-fields\r\n",
            bytes("via: x\r\n"));
  }

  private List<String> index(Path... files) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var index = new CdxjIndex(300)) {
      for (Path file : files) {
        index.add(WarcFile.of(file), faults::add);
      }
      index.writeTo(out);
      assertEquals(index.bytes(), out.size());
    }
    return out.toString(StandardCharsets.US_ASCII).lines().toList();
  }

  @Test
  void capturesAreLinesInOrder() throws IOException {
    Path file = written(temporary.resolve("x.warc.gz"), archive().gzip());
    List<String> lines = index(file);
    assertEquals(List.of(), faults);
    assertEquals(
        List.of("test,a)/again", "test,a)/path?a=2&z=1", "test,b)/", "urn:x:y"),
        lines.stream().map(line -> line.substring(0, line.indexOf(' '))).toList());
    assertTrue(
        lines
            .get(1)
            .startsWith(
                "test,a)/path?a=2&z=1 20260102030405 {\"url\": \"http://www.a.test/Path/?z=1&a=2\","
                    + " \"mime\": \"text/plain\", \"status\": \"200\", \"digest\": \""
                    + TestArchive.sha1(bytes("two two"))
                    + "\", \"length\": \""),
        lines::toString);
    assertTrue(lines.get(0).contains("\"mime\": \"warc/revisit\""), lines::toString);
    assertTrue(lines.get(3).contains("\"digest\": \"" + TestArchive.sha1(bytes("png"))));
    for (String line : lines) {
      Map<String, String> properties = properties(line);
      long offset = Long.parseLong(properties.get("offset"));
      try (var reader = WarcReader.openAt(file, offset)) {
        var record = (WarcRecord) reader.next();
        assertEquals(properties.get("url"), record.targetUri().orElseThrow());
        assertEquals(Long.parseLong(properties.get("length")), record.storedLength());
      }
    }
  }

  @Test
  void aDamagedRecordIsReportedAndLeftOut() throws IOException {
    byte[] cut = archive().gzip();
    Path file = written(temporary.resolve("x.warc.gz"), Arrays.copyOf(cut, 700));
    assertEquals(1, index(file).size());
    assertEquals(1, faults.size());
  }

  @Test
  void aLineWithoutATimeOrWithLineBreaksInItsUrlIsInvalid() {
    String line =
        "test,a)/ 20260102030405 {\"url\": \"http://a.test/\", \"length\": \"1\","
            + " \"offset\": \"0\", \"filename\": \"x\"}";
    assertTrue(Cdxj.parse(line).isPresent());
    for (String time : List.of("00000000000000", "20261301000000", "20260102250000")) {
      assertEquals(Optional.empty(), Cdxj.parse(line.replace("20260102030405", time)));
    }
    assertEquals(Optional.empty(), Cdxj.parse(line.replace("a.test/\"", "a.test/\\n\"")));
  }

  @Test
  void textOfAnyKindIsOneLineOfAscii() {
    var line =
        new Cdxj(
            "a)/",
            "20260102030405",
            "http://a/\"\\\u00e4\n",
            "",
            Optional.empty(),
            "sha1:X",
            1,
            2,
            "f");
    assertEquals(
        "a)/ 20260102030405 {\"url\": \"http://a/\\\"\\\\\\u00e4\\u000a\", \"digest\": \"sha1:X\","
            + " \"length\": \"1\", \"offset\": \"2\", \"filename\": \"f\"}",
        line.line());
  }

  /** jwarc writes the same but for blanks; it computes no digest where none was recorded. */
  @Test
  void anotherProgramMakesTheSameIndex() throws IOException {
    for (byte[] bytes : List.of(archive().plain(), archive().gzip())) {
      Path file = written(temporary.resolve("x.warc"), bytes);
      var theirs = new StringWriter();
      try (var writer = new CdxWriter(theirs)) {
        writer.setFormat(CdxFormat.CDXJ);
        writer.setSort(true);
        writer.process(List.of(file), false);
      }
      var expected = new ArrayList<Map<String, String>>();
      theirs.toString().lines().map(CdxjIndexTest::properties).forEach(expected::add);
      var ours = new ArrayList<Map<String, String>>();
      index(file).stream().map(CdxjIndexTest::properties).forEach(ours::add);
      assertTrue(ours.getLast().remove("digest") != null);
      assertEquals(expected, ours);
    }
  }

  private static Map<String, String> properties(String line) {
    var properties = new TreeMap<String, String>();
    properties.put("prefix", line.substring(0, line.indexOf('{')));
    Matcher matcher = PROPERTY.matcher(line);
    while (matcher.find()) {
      properties.put(matcher.group(1), matcher.group(2));
    }
    return properties;
  }
}

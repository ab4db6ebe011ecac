package dev.arachne.archive;

import static dev.arachne.archive.TestArchive.written;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaczPackTest {
  private static final WaczPack.About ABOUT =
      new WaczPack.About("A \"title\"", "arachne test", "2026-01-02T03:04:05Z");

  @TempDir Path temporary;

  private final List<WarcFault> faults = new ArrayList<>();

  private WaczPack.Result pack(Path... files) throws IOException {
    return WaczPack.write(
        temporary.resolve("x.wacz"),
        List.of(files).stream().map(WarcFile::of).toList(),
        ABOUT,
        (url, type, start) -> url.endsWith("0") ? "The title of " + url : "",
        faults::add);
  }

  private static TestArchive pages(int count) {
    var archive = new TestArchive().warcinfo();
    for (int i = 0; i < count; i++) {
      archive.page("http://a.test/page/" + i, "<p>" + i);
    }
    return archive.chunked("http://a.test/text", "text");
  }

  private byte[] entry(String name) throws IOException {
    try (var zip = new ZipFile(temporary.resolve("x.wacz").toFile())) {
      return zip.getInputStream(zip.getEntry(name)).readAllBytes();
    }
  }

  private String text(String name) throws IOException {
    return new String(entry(name), StandardCharsets.UTF_8);
  }

  @Test
  void aFileHasArchivesIndexPagesAndDigests() throws IOException {
    byte[] gzip = pages(2).gzip();
    byte[] plain = new TestArchive().page("http://b.test/", "b").plain();
    var result =
        pack(
            written(temporary.resolve("a.warc.gz"), gzip),
            written(temporary.resolve("b.warc"), plain));
    assertEquals(new WaczPack.Result(2, 4, 3, 0), result);
    assertArrayEquals(gzip, entry("archive/a.warc.gz"));
    assertArrayEquals(plain, entry("archive/b.warc"));
    assertEquals(4, text("indexes/index.cdx").lines().count());
    assertEquals(
        List.of(
            "{\"format\": \"json-pages-1.0\", \"id\": \"pages\", \"title\": \"All Pages\"}",
            "{\"id\": \"1\", \"url\": \"http://a.test/page/0\", \"ts\": \"2026-01-02T03:04:05Z\", \"title\": \"The title of http://a.test/page/0\"}",
            "{\"id\": \"2\", \"url\": \"http://a.test/page/1\", \"ts\": \"2026-01-02T03:04:05Z\"}",
            "{\"id\": \"3\", \"url\": \"http://b.test/\", \"ts\": \"2026-01-02T03:04:05Z\"}"),
        text("pages/pages.jsonl").lines().toList());
    assertTrue(text("datapackage.json").contains("\"title\": \"A \\\"title\\\"\""));
    assertDigestsAreRight(5);
    try (var zip = new ZipFile(temporary.resolve("x.wacz").toFile())) {
      assertTrue(zip.stream().allMatch(each -> each.getMethod() == ZipEntry.STORED));
    }
    try (var files = Files.list(temporary)) {
      assertEquals(3, files.count()); // Nothing unfinished is left.
    }
  }

  private void assertDigestsAreRight(int resources) throws IOException {
    Matcher matcher =
        Pattern.compile(
                "\"path\": \"([^\"]+)\", \"hash\": \"sha256:([^\"]+)\"(?:, \"bytes\": (\\d+))?")
            .matcher(text("datapackage.json") + text("datapackage-digest.json"));
    int found = 0;
    while (matcher.find()) {
      byte[] bytes = entry(matcher.group(1));
      assertEquals(sha256(bytes), matcher.group(2));
      if (matcher.group(3) != null) {
        assertEquals(bytes.length, Integer.parseInt(matcher.group(3)));
      }
      found++;
    }
    assertEquals(resources, found);
  }

  private static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(WarcDigest.Algorithm.SHA256.digest().digest(bytes));
  }

  @Test
  void aLargeIndexIsCutIntoMembers() throws IOException {
    pack(written(temporary.resolve("a.warc.gz"), pages(700).gzip()));
    byte[] coded = entry("indexes/index.cdx.gz");
    List<String> members = text("indexes/index.idx").lines().toList();
    assertEquals(
        "!meta 0 {\"format\": \"cdxj-gzip-1.0\", \"filename\": \"index.cdx.gz\"}",
        members.getFirst());
    assertEquals(4, members.size());
    var lines = new ArrayList<String>();
    for (String member : members.subList(1, 4)) {
      Matcher matcher =
          Pattern.compile(
                  "(.*) \\{\"offset\": (\\d+), \"length\": (\\d+), \"digest\": \"sha256:(.*)\"}")
              .matcher(member);
      assertTrue(matcher.matches(), member);
      int offset = Integer.parseInt(matcher.group(2));
      byte[] bytes = Arrays.copyOfRange(coded, offset, offset + Integer.parseInt(matcher.group(3)));
      assertEquals(sha256(bytes), matcher.group(4));
      try (var in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
        List<String> part =
            new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
        assertTrue(part.getFirst().startsWith(matcher.group(1) + " {"));
        lines.addAll(part);
      }
    }
    assertEquals(701, lines.size());
    assertEquals(lines.stream().sorted().toList(), lines);
    assertDigestsAreRight(5);
  }

  @Test
  void aDamagedFileIsPackedAsItIsAndTold() throws IOException {
    byte[] bad = pages(3).gzip();
    bad[300] ^= 1;
    bad[bad.length - 1] ^= 1;
    var result = pack(written(temporary.resolve("a.warc.gz"), bad));
    assertArrayEquals(bad, entry("archive/a.warc.gz"));
    assertEquals(faults.size(), result.faults());
    assertTrue(!faults.isEmpty());
  }

  @Test
  void filesOfOneNameAreRefused() throws IOException {
    Path one =
        written(Files.createDirectory(temporary.resolve("1")).resolve("a.warc"), new byte[0]);
    Path two =
        written(Files.createDirectory(temporary.resolve("2")).resolve("a.warc"), new byte[0]);
    assertThrows(FileAlreadyExistsException.class, () -> pack(one, two));
    assertTrue(Files.notExists(temporary.resolve("x.wacz")));
  }
}

package dev.arachne.archive;

import static dev.arachne.archive.TestArchive.written;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.WarcFault.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaczCheckTest {
  private static final int PAGES = 700;

  @TempDir Path temporary;

  private Path wacz = Path.of("");
  private final List<WarcFault> faults = new ArrayList<>();

  @BeforeEach
  void packed() throws IOException {
    wacz = temporary.resolve("x.wacz");
    pack(PAGES);
  }

  private void pack(int count) throws IOException {
    var archive = new TestArchive().warcinfo();
    for (int i = 0; i < count; i++) {
      archive.page("http://a.test/page/" + i, "<p>" + i);
    }
    archive.revisit("http://a.test/again", "http://a.test/page/0", "<p>0");
    Path warc = written(temporary.resolve("a.warc.gz"), archive.gzip());
    WaczPack.write(
        wacz,
        List.of(WarcFile.of(warc)),
        new WaczPack.About("", "test", "2026-01-02T03:04:05Z"),
        PageTitles.NONE,
        faults::add);
  }

  private ArchiveCheck.Report check() throws IOException {
    faults.clear();
    return ArchiveCheck.of(List.of(WarcFile.of(wacz)), faults::add);
  }

  private Set<Kind> kinds() throws IOException {
    check();
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    faults.forEach(fault -> kinds.add(fault.kind()));
    return kinds;
  }

  /** Writes the zip anew with an entry changed, or left out if null comes of it. */
  private void change(String name, UnaryOperator<byte[]> change, int method) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (var zip = new ZipFile(wacz.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        entries.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
      }
    }
    byte[] before = entries.get(name);
    byte[] after = change.apply(before == null ? new byte[0] : before);
    if (after.length == 0) {
      entries.remove(name);
    } else {
      entries.put(name, after);
    }
    try (var out = new ZipOutputStream(Files.newOutputStream(wacz))) {
      for (var each : entries.entrySet()) {
        var entry = new ZipEntry(each.getKey());
        entry.setMethod(each.getKey().equals(name) ? method : ZipEntry.STORED);
        var crc = new CRC32();
        crc.update(each.getValue());
        entry.setCrc(crc.getValue());
        entry.setSize(each.getValue().length);
        out.putNextEntry(entry);
        out.write(each.getValue());
      }
    }
  }

  private void change(String name, UnaryOperator<String> change) throws IOException {
    change(
        name,
        bytes ->
            change
                .apply(new String(bytes, StandardCharsets.ISO_8859_1))
                .getBytes(StandardCharsets.ISO_8859_1),
        ZipEntry.STORED);
  }

  /** Corrects the digests that datapackage.json has of an entry, and that of itself. */
  private void describeAnew(String name) throws IOException {
    byte[] entry;
    try (var zip = new ZipFile(wacz.toFile())) {
      entry = zip.getInputStream(zip.getEntry(name)).readAllBytes();
    }
    change(
        "datapackage.json",
        json ->
            json.replaceAll(
                "(\"path\": \"" + name + "\", \"hash\": \"sha256:)[0-9a-f]+(\", \"bytes\": )\\d+",
                "$1" + sha256(entry) + "$2" + entry.length));
    byte[][] json = new byte[1][];
    change(
        "datapackage.json",
        bytes -> {
          json[0] = bytes;
          return bytes;
        },
        ZipEntry.STORED);
    change(
        "datapackage-digest.json",
        text -> text.replaceAll("sha256:[0-9a-f]+", "sha256:" + sha256(json[0])));
  }

  private static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(WarcDigest.Algorithm.SHA256.digest().digest(bytes));
  }

  @Test
  void nothingIsWrongWithWhatIsPacked() throws IOException {
    ArchiveCheck.Report report = check();
    assertEquals(List.of(), faults);
    assertEquals(1, report.files());
    assertEquals(PAGES + 2, report.records());
    pack(3);
    check(); // With an index that is not cut into members.
    assertEquals(List.of(), faults);
  }

  @Test
  void recordsAreReadWhereTheyLieInTheZip() throws IOException {
    List<WarcFile> files = WarcFile.all(List.of(WarcFile.of(wacz)));
    assertEquals(1, files.size());
    assertEquals("a.warc.gz", files.getFirst().fileName());
    assertTrue(files.getFirst().start() > 0);
    var captures = new Captures(files, faults::add);
    Captures.Capture found =
        captures.nearest("http://a.test/page/500", Optional.empty()).orElseThrow();
    var body = new ByteArrayOutputStream();
    captures.read(
        found, record -> HttpPayload.of(record.block()).orElseThrow().body().transferTo(body));
    assertEquals("<p>500", body.toString(StandardCharsets.US_ASCII));
    var ofZip = new ByteArrayOutputStream();
    var ofFile = new ByteArrayOutputStream();
    index(files.getFirst(), ofZip);
    index(WarcFile.of(temporary.resolve("a.warc.gz")), ofFile);
    assertEquals(ofFile.toString(), ofZip.toString());
    assertEquals(List.of(), faults);
  }

  private void index(WarcFile file, OutputStream out) throws IOException {
    try (var index = new CdxjIndex()) {
      index.add(file, faults::add);
      index.writeTo(out);
    }
  }

  @Test
  void aWarcFileThatTheZipHasCompressedIsRefused() throws IOException {
    change("archive/a.warc.gz", bytes -> bytes, ZipEntry.DEFLATED);
    assertEquals(Set.of(Kind.PACKAGE, Kind.INDEX, Kind.PAGE), kinds());
    assertThrows(ZipException.class, () -> WarcFile.all(List.of(WarcFile.of(wacz))));
  }

  @Test
  void aByteThatIsChangedAnywhereIsFound() throws IOException {
    pack(3);
    byte[] whole = Files.readAllBytes(wacz);
    List<Integer> unseen = new ArrayList<>();
    for (int at = 0; at < whole.length; at += 7) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x11;
      Files.write(wacz, damaged);
      if (WarcFile.isWacz(wacz) && check().isClean()) {
        unseen.add(at);
      }
    }
    // What the directory repeats, times and versions are read by nobody.
    assertTrue(unseen.size() * 7 < 46 * 6 + 30 * 6 + 22, unseen::toString);
  }

  @Test
  void aZipThatIsCutIsReported() throws IOException {
    byte[] whole = Files.readAllBytes(wacz);
    for (int length : List.of(10, whole.length / 2, whole.length - 30, whole.length - 1)) {
      Files.write(wacz, Arrays.copyOf(whole, length));
      assertEquals(Set.of(Kind.ZIP), kinds());
    }
  }

  @Test
  void anEntryThatIsMissingOrNotDescribedIsReported() throws IOException {
    change("pages/pages.jsonl", bytes -> new byte[0], ZipEntry.STORED);
    assertEquals(Set.of(Kind.PACKAGE), kinds());
    change("indexes/other.cdx", bytes -> new byte[] {'!', '\n'}, ZipEntry.STORED);
    assertEquals(2, check().faults());
    assertTrue(faults.getLast().detail().contains("not described"), faults::toString);
  }

  @Test
  void aDescriptionThatIsNotTheOneDigestedIsReported() throws IOException {
    change("datapackage.json", json -> json.replace("1.1.1", "1.1.2"));
    assertEquals(Set.of(Kind.PACKAGE), kinds());
    change("datapackage.json", json -> json + "x");
    assertEquals(Set.of(Kind.PACKAGE), kinds());
  }

  @Test
  void anIndexOfOtherRecordsIsReported() throws IOException {
    pack(3);
    change(
        "indexes/index.cdx", cdx -> cdx.replaceFirst("\"offset\": \"\\d+\"", "\"offset\": \"7\""));
    describeAnew("indexes/index.cdx");
    check();
    assertEquals(List.of(Kind.INDEX, Kind.INDEX), faults.stream().map(WarcFault::kind).toList());
    pack(3);
    change(
        "indexes/index.cdx", cdx -> cdx.replaceFirst("\"length\": \"\\d+\"", "\"length\": \"7\""));
    describeAnew("indexes/index.cdx");
    assertEquals(Set.of(Kind.INDEX), kinds());
    assertEquals(1, faults.size(), faults::toString);
    pack(3);
    change("indexes/index.cdx", cdx -> cdx.substring(cdx.indexOf('\n') + 1));
    describeAnew("indexes/index.cdx");
    assertEquals(Set.of(Kind.INDEX), kinds());
    assertTrue(faults.getFirst().detail().contains("not in the index"), faults::toString);
    pack(3);
    change(
        "indexes/index.cdx",
        cdx -> cdx.lines().toList().reversed().stream().reduce("", (a, b) -> a + b + "\n"));
    describeAnew("indexes/index.cdx");
    assertEquals(Set.of(Kind.INDEX), kinds());
    assertTrue(faults.getFirst().detail().contains("order"), faults::toString);
  }

  @Test
  void aListOfMembersThatIsWrongIsReported() throws IOException {
    for (String change :
        List.of("\"offset\": \\d{2,}", "\"length\": \\d+", "sha256:[0-9a-f]+", "a\\)/page/\\d+")) {
      pack(PAGES);
      change(
          "indexes/index.idx",
          idx ->
              idx.replaceFirst(
                  change, change.startsWith("\"") ? change.substring(0, 10) + "9" : "sha256:00"));
      describeAnew("indexes/index.idx");
      assertTrue(kinds().contains(Kind.INDEX), change);
    }
    pack(PAGES);
    change(
        "indexes/index.idx", idx -> idx.substring(0, idx.lastIndexOf('\n', idx.length() - 2) + 1));
    describeAnew("indexes/index.idx");
    check();
    assertTrue(faults.getFirst().detail().contains("goes on behind"), faults::toString);
  }

  @Test
  void pagesThatCannotBeReadOrAreNotThereAreReported() throws IOException {
    pack(3);
    change(
        "pages/pages.jsonl",
        pages -> pages + "{\"url\": \"http://other.test/\"}\n{broken\n{\"title\": \"no URL\"}\n");
    describeAnew("pages/pages.jsonl");
    ArchiveCheck.Report report = check();
    assertEquals(2, report.faults(), faults::toString);
    assertEquals(1, report.notes());
    change("pages/pages.jsonl", pages -> pages.substring(pages.indexOf('\n') + 1));
    describeAnew("pages/pages.jsonl");
    assertEquals(3, check().faults(), faults::toString);
  }

  @Test
  void anEntryThatTheZipCompressedIsRead() throws IOException {
    change("pages/pages.jsonl", bytes -> bytes, ZipEntry.DEFLATED);
    change("datapackage.json", bytes -> bytes, ZipEntry.DEFLATED);
    check();
    assertEquals(List.of(), faults);
  }

  @Test
  void aLargeZipInItsWideFormIsRead() throws IOException {
    Path wide = temporary.resolve("wide.zip");
    try (var zip = new ZipWriter(wide, 1)) {
      zip.add("archive/b.warc", new TestArchive().page("http://b.test/", "b").plain());
      zip.finish();
    }
    WarcFile file = WarcFile.all(List.of(WarcFile.of(wide))).getFirst();
    try (WarcReader reader = WarcReader.open(file)) {
      WarcRecord record = (WarcRecord) reader.next();
      assertEquals("http://b.test/", record.targetUri().orElseThrow());
      assertEquals(0, record.offset());
      assertEquals(file.length(), record.storedLength());
      assertEquals(null, reader.next());
    }
  }
}

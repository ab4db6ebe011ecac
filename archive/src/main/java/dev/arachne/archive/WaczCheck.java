package dev.arachne.archive;

import dev.arachne.archive.WarcFault.Kind;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/*
 * First each entry is read, against the checksum of the zip and the digests of datapackage.json.
 * Then come the lines of the index and of the list of pages, then the records, as ArchiveCheck
 * reads them. All of these are lines "key TAB role TAB statement", sorted on the disk; one read
 * of them joins them.
 */

/** Checks a WACZ file (Webrecorder's specification, 1.1.1) in addition to its records. */
final class WaczCheck implements Closeable {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int MOST_JSON_BYTES = 64 << 20;
  private static final int MOST_MEMBER_BYTES = 64 << 20;
  private static final int MOST_LINE = 1 << 20;
  private static final String PACKAGE = "datapackage.json";
  private static final String PACKAGE_DIGEST = "datapackage-digest.json";

  private final ZipReader zip;
  private final Consumer<WarcFault> faults;
  private final LineSorter lines;
  private final Map<String, ZipReader.Entry> entries = new LinkedHashMap<>();
  private final Map<String, String> digests = new LinkedHashMap<>();

  private boolean hasIndex;

  WaczCheck(ZipReader zip, Consumer<WarcFault> faults, long memory) {
    this.zip = zip;
    this.faults = faults;
    lines = new LineSorter(memory);
  }

  /** Checks all but the records, and returns the WARC files. */
  List<WarcFile> contents() throws IOException {
    List<WarcFile> files = new ArrayList<>();
    for (ZipReader.Entry entry : zip.entries()) {
      if (entries.putIfAbsent(entry.name(), entry) != null) {
        tell("", entry.offset(), Kind.ZIP, entry.name() + " stands twice in the zip");
      } else if (isWhole(entry) && WarcFile.isMember(entry.name())) {
        try {
          files.add(WarcFile.in(zip, entry));
        } catch (ZipException e) {
          tell("", entry.offset(), Kind.PACKAGE, String.valueOf(e.getMessage()));
        }
      }
    }
    description();
    indexes();
    for (ZipReader.Entry entry : below("pages/", ".jsonl")) {
      pages(entry);
    }
    return files;
  }

  private List<ZipReader.Entry> below(String directory, String... ends) {
    return digests.keySet().stream()
        .filter(
            name -> name.startsWith(directory) && List.of(ends).stream().anyMatch(name::endsWith))
        .map(entries::get)
        .toList();
  }

  // The zip, and its own directory and digests.

  /** Reads an entry through. */
  private boolean isWhole(ZipReader.Entry entry) throws IOException {
    var crc = new CRC32();
    MessageDigest sha256 = WarcDigest.Algorithm.SHA256.digest();
    long size = 0;
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream in = zip.open(entry)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        crc.update(buffer, 0, n);
        sha256.update(buffer, 0, n);
        size += n;
      }
    } catch (ZipException | EOFException e) {
      tell("", entry.offset(), Kind.ZIP, entry.name() + ": " + e.getMessage());
      return false;
    }
    digests.put(entry.name(), HexFormat.of().formatHex(sha256.digest()));
    if (size != entry.size() || crc.getValue() != entry.crc()) {
      tell(
          "",
          entry.offset(),
          Kind.ZIP,
          "%s is not what the zip has the %s of"
              .formatted(entry.name(), size == entry.size() ? "checksum" : "size"));
    }
    return true;
  }

  private void description() throws IOException {
    Optional<Map<String, Object>> json = json(PACKAGE);
    if (json.isEmpty()) {
      tell("", 0, Kind.PACKAGE, PACKAGE + " is missing, or not JSON");
      return;
    }
    if (JsonReader.text(json.get(), "wacz_version").isEmpty()) {
      tell(PACKAGE, 0, Kind.PACKAGE, "wacz_version is missing");
    }
    Set<String> described = new HashSet<>();
    for (Map<String, Object> resource : JsonReader.objects(json.get(), "resources")) {
      String path = JsonReader.text(resource, "path");
      described.add(path);
      resource(path, resource);
    }
    for (String name : digests.keySet()) {
      boolean isResource =
          !name.endsWith("/")
              && name.matches("(archive|indexes|pages)/.*")
              && !described.contains(name);
      if (isResource) {
        tell(PACKAGE, 0, Kind.PACKAGE, name + " is in the zip and not described");
      }
    }
    if (entries.containsKey(PACKAGE_DIGEST)) {
      resource(PACKAGE, json(PACKAGE_DIGEST).orElse(Map.of()));
    }
  }

  private void resource(String path, Map<String, Object> resource) {
    ZipReader.Entry entry = entries.get(path);
    String where = path.equals(PACKAGE) ? PACKAGE_DIGEST : PACKAGE;
    if (entry == null) {
      tell(where, 0, Kind.PACKAGE, path + " is described and not in the zip");
      return;
    }
    long bytes = JsonReader.number(resource, "bytes");
    if (bytes >= 0 && bytes != entry.size()) {
      tell(where, 0, Kind.PACKAGE, "%s has %d bytes, not %d".formatted(path, entry.size(), bytes));
    }
    String hash = JsonReader.text(resource, "hash").toLowerCase(Locale.ROOT);
    String actual = digests.get(path);
    if (hash.isEmpty()) {
      tell(where, 0, Kind.PACKAGE, "no hash of " + path);
    } else if (!hash.startsWith("sha256:")) {
      tell(where, 0, Kind.UNKNOWN_DIGEST, "the hash of %s was not checked".formatted(path));
    } else if (actual != null && !hash.equals("sha256:" + actual)) {
      tell(where, 0, Kind.PACKAGE, path + " is not that of " + hash);
    }
  }

  private Optional<Map<String, Object>> json(String name) throws IOException {
    ZipReader.Entry entry = entries.get(name);
    if (entry == null || !digests.containsKey(name)) {
      return Optional.empty();
    }
    try (InputStream in = zip.open(entry)) {
      return JsonReader.object(new String(in.readNBytes(MOST_JSON_BYTES), StandardCharsets.UTF_8));
    }
  }

  // The index.

  private void indexes() throws IOException {
    List<ZipReader.Entry> plain = below("indexes/", ".cdx", ".cdxj");
    List<ZipReader.Entry> members = below("indexes/", ".idx");
    for (ZipReader.Entry entry : plain) {
      var sorted = new IndexLines(entry.name());
      lines(entry, line -> sorted.line(line, sorted.offset));
    }
    for (ZipReader.Entry entry : members) {
      zipNum(entry);
    }
    hasIndex = !plain.isEmpty() || !members.isEmpty();
    if (!hasIndex) {
      tell("", 0, Kind.INDEX, "there is no index: no indexes/*.cdx, *.cdxj or *.idx");
    }
  }

  /** Lines of an index, which have to be in order. */
  private final class IndexLines {
    private final String name;
    private long offset;
    private byte[] last = {};

    IndexLines(String name) {
      this.name = name;
    }

    /** A line of the index, and the place where the index has it. */
    void line(String line, long at) throws IOException {
      byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
      offset += bytes.length + 1;
      if (line.startsWith("!")) {
        return;
      }
      if (Arrays.compareUnsigned(last, bytes) > 0) {
        tell(name, at, Kind.INDEX, "a line is not in order");
      }
      last = bytes;
      Optional<Cdxj> cdxj = Cdxj.parse(line);
      if (cdxj.isEmpty()) {
        tell(name, at, Kind.INDEX, "a line does not say where its record is");
        return;
      }
      add(cdxj.get(), 2, at + "\t" + name);
    }
  }

  /** An index in gzip members, and the list of these. */
  private void zipNum(ZipReader.Entry list) throws IOException {
    String directory = list.name().substring(0, list.name().lastIndexOf('/') + 1);
    String base = list.name().substring(directory.length(), list.name().length() - 4);
    ZipReader.Entry coded = entries.get(directory + base + ".cdx.gz");
    if (coded == null) {
      coded = entries.get(directory + base + ".cdxj.gz");
    }
    if (coded == null || !digests.containsKey(coded.name())) {
      tell(list.name(), 0, Kind.INDEX, "the index that it lists is not there: " + base + ".cdx.gz");
      return;
    }
    var sorted = new IndexLines(coded.name());
    try (InputStream in = zip.open(coded)) {
      var members = new Members(list.name(), coded.name(), in, sorted);
      lines(list, members::line);
      if (in.read() >= 0) {
        tell(list.name(), members.at, Kind.INDEX, "the index goes on behind what is listed");
      }
    }
  }

  /** The members of an index, in order, each from its line in the list. */
  private final class Members {
    private final String list;
    private final String name;
    private final InputStream in;
    private final IndexLines sorted;
    private long at;
    private boolean isLost;

    Members(String list, String name, InputStream in, IndexLines sorted) {
      this.list = list;
      this.name = name;
      this.in = in;
      this.sorted = sorted;
    }

    void line(String line) throws IOException {
      if (line.startsWith("!") || isLost) {
        return;
      }
      int brace = line.indexOf(" {");
      Map<String, Object> json =
          brace < 0 ? Map.of() : JsonReader.object(line.substring(brace + 1)).orElse(Map.of());
      long offset = JsonReader.number(json, "offset");
      long length = JsonReader.number(json, "length");
      if (offset != at || length < 1 || length > MOST_MEMBER_BYTES) {
        tell(list, at, Kind.INDEX, "no line has the place of the member at " + at);
        isLost = true;
        return;
      }
      byte[] member = in.readNBytes((int) length);
      at += length;
      String digest = JsonReader.text(json, "digest");
      String actual = HexFormat.of().formatHex(WarcDigest.Algorithm.SHA256.digest().digest(member));
      if (digest.startsWith("sha256:") && !digest.equals("sha256:" + actual)) {
        tell(list, offset, Kind.INDEX, "the member is not that of " + digest);
      }
      String prefix = line.substring(0, brace);
      var count = new long[1];
      try {
        lines(
            new GZIPInputStream(new ByteArrayInputStream(member)),
            each -> {
              if (count[0]++ == 0 && !each.startsWith(prefix)) {
                tell(list, offset, Kind.INDEX, "the member does not begin with what is listed");
              }
              sorted.line(each, offset);
            });
      } catch (ZipException | EOFException e) {
        tell(name, offset, Kind.INDEX, "the member cannot be decoded: " + e.getMessage());
      }
    }
  }

  // Pages.

  private void pages(ZipReader.Entry entry) throws IOException {
    var count = new long[1];
    lines(
        entry,
        line -> {
          long number = count[0]++;
          Optional<Map<String, Object>> json = JsonReader.object(line);
          if (json.isEmpty()) {
            tell(entry.name(), number, Kind.PAGES, "line %d is not JSON".formatted(number + 1));
          } else if (number == 0) {
            if (!JsonReader.text(json.get(), "format").equals("json-pages-1.0")) {
              tell(entry.name(), 0, Kind.PAGES, "the first line does not say json-pages-1.0");
            }
          } else if (JsonReader.text(json.get(), "url").isEmpty()) {
            tell(entry.name(), number, Kind.PAGES, "line %d has no url".formatted(number + 1));
          } else {
            String key = Cdxj.key(JsonReader.text(json.get(), "url"));
            lines.add("page " + tabless(key) + "\t2\t-\t" + number + "\t" + entry.name());
          }
        });
  }

  // Links between index, pages and records.

  /** Takes in a record whose block has been read. */
  void record(WarcFile file, WarcRecord record) throws IOException {
    long length = CdxjIndex.isCapture(record) ? record.storedLength() : -1;
    if (length < 0) {
      return;
    }
    String url = record.targetUri().orElseThrow();
    String key = Cdxj.key(url);
    add(
        new Cdxj(
            key,
            Cdxj.timestamp(record.date().orElseThrow()),
            url,
            "",
            Optional.empty(),
            "",
            length,
            record.offset(),
            file.fileName()),
        1,
        record.offset() + "\t" + file.member());
    lines.add("page " + tabless(key) + "\t1\t-\t0\t-");
  }

  private void add(Cdxj capture, int role, String place) throws IOException {
    String filename = capture.filename().substring(capture.filename().lastIndexOf('/') + 1);
    lines.add(
        "record %s %d\t%d\t%d %s %s\t%s"
            .formatted(
                tabless(filename),
                capture.offset(),
                role,
                capture.length(),
                capture.timestamp(),
                tabless(capture.url()),
                place));
  }

  /** Reports the differences of index, pages and records. */
  void join() throws IOException {
    var joiner = new Joiner();
    lines.drain(joiner);
    joiner.end();
  }

  /** The lines of one key: those of records have role 1 and come first. */
  private final class Joiner implements LineSorter.Sink {
    private String[] first = {"", "", "", "", ""};
    private boolean isIndexed;

    @Override
    public void line(byte[] line) {
      String[] parts = new String(line, StandardCharsets.UTF_8).split("\t", 5);
      if (!parts[0].equals(first[0])) {
        end();
        first = parts;
        isIndexed = false;
      }
      if (parts[1].equals("1")) {
        return;
      }
      isIndexed = true;
      boolean hasRecord = first[1].equals("1");
      if (parts[0].startsWith("page ")) {
        if (!hasRecord) {
          tell(parts, Kind.PAGE, "no record has the URL of line " + (Long.parseLong(parts[3]) + 1));
        }
      } else if (!hasRecord) {
        tell(parts, Kind.INDEX, "no record is at the offset that the index has for " + parts[2]);
      } else if (!parts[2].equals(first[2])) {
        tell(
            parts,
            Kind.INDEX,
            "the index has %s (length, time, URL), where the record is %s"
                .formatted(parts[2], first[2]));
      }
    }

    private void end() {
      if (first[1].equals("1") && first[0].startsWith("record ") && !isIndexed && hasIndex) {
        tell(first, Kind.INDEX, "the record is not in the index: " + first[2]);
      }
    }

    private void tell(String[] parts, Kind kind, String detail) {
      WaczCheck.this.tell(parts[4], Long.parseLong(parts[3]), kind, detail);
    }
  }

  private interface LineUse {
    void line(String line) throws IOException;
  }

  private void lines(ZipReader.Entry entry, LineUse use) throws IOException {
    lines(zip.open(entry), use);
  }

  /** Hands out lines, of which none is longer than the bound; a longer one comes in pieces. */
  private static void lines(InputStream bytes, LineUse use) throws IOException {
    try (var in = new BufferedInputStream(bytes, BUFFER_BYTES)) {
      var line = new ByteArrayOutputStream();
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b != '\n') {
          line.write(b);
        }
        if (b == '\n' || line.size() == MOST_LINE) {
          use.line(line.toString(StandardCharsets.UTF_8).stripTrailing());
          line.reset();
        }
      }
      if (line.size() > 0) {
        use.line(line.toString(StandardCharsets.UTF_8));
      }
    }
  }

  private static String tabless(String text) {
    return text.replace('\t', ' ');
  }

  private void tell(String entry, long offset, Kind kind, String detail) {
    String file = zip.file() + (entry.isEmpty() ? "" : "/" + entry);
    faults.accept(new WarcFault(file, offset, kind, detail));
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}

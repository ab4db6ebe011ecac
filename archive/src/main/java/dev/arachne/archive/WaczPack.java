package dev.arachne.archive;

import dev.arachne.coding.CodingException;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;

/*
 * archive/NAME.warc.gz       the files, byte for byte
 * indexes/index.cdx          CDXJ, up to 50 KB; above that
 *   index.cdx.gz, index.idx  ZipNum: members of 300 lines each, and a line for each member
 * pages/pages.jsonl          HTML pages with status 200
 * datapackage.json           size and SHA-256 of all of these
 * datapackage-digest.json    SHA-256 of datapackage.json
 *
 * Each file is read once: its bytes go into the zip as the reader reads them.
 */

/**
 * Packs WARC files into one file for replay, WACZ 1.1.1 of Webrecorder's specifications. Confined
 * to one thread.
 */
public final class WaczPack {
  /** An index larger than this is cut into members that are read one at a time, in bytes. */
  static final long PLAIN_INDEX_BYTES = 50_000;

  private static final int MEMBER_LINES = 300;
  private static final String SPECIFICATION = "1.1.1";

  /**
   * The description of the file in its metadata.
   *
   * @param title empty for none
   * @param software that packs it
   * @param created when, as {@code 2026-01-02T03:04:05Z}
   */
  public record About(String title, String software, String created) {}

  /**
   * The numbers of packed files, captures, pages and faults.
   *
   * @param files WARC files
   * @param captures lines of the index
   * @param pages in the list of pages
   * @param faults of the files, which are packed as they are
   */
  public record Result(int files, long captures, long pages, long faults) {}

  private final ZipWriter zip;
  private final CdxjIndex index;
  private final Spool pages;
  private final PageTitles titles;
  private final List<ZipWriter.Entry> entries = new ArrayList<>();
  private long pageCount;
  private long faultCount;

  private WaczPack(ZipWriter zip, CdxjIndex index, Spool pages, PageTitles titles) {
    this.zip = zip;
    this.index = index;
    this.pages = pages;
    this.titles = titles;
  }

  /**
   * Writes the file under a temporary name next to its own, and renames it when it is whole.
   *
   * @param titles reads the titles of pages for the list of pages
   * @param faults gets the faults of the files
   * @throws FileAlreadyExistsException if two of the files have the same name
   */
  public static Result write(
      Path wacz, List<WarcFile> files, About about, PageTitles titles, Consumer<WarcFault> faults)
      throws IOException {
    refuseEqualNames(files);
    Path unfinished = wacz.resolveSibling(wacz.getFileName() + ".part");
    try (var zip = new ZipWriter(unfinished);
        var index = new CdxjIndex();
        var pages = new Spool()) {
      var pack = new WaczPack(zip, index, pages, titles);
      for (WarcFile file : files) {
        pack.file(file, faults);
      }
      long captures = index.lines();
      pack.index();
      pack.pages();
      pack.describe(about);
      zip.finish();
      Files.move(unfinished, wacz, StandardCopyOption.REPLACE_EXISTING);
      return new Result(files.size(), captures, pack.pageCount, pack.faultCount);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static void refuseEqualNames(List<WarcFile> files) throws FileAlreadyExistsException {
    Set<String> names = new HashSet<>();
    for (WarcFile file : files) {
      if (!names.add(file.fileName())) {
        throw new FileAlreadyExistsException(
            file.name(), null, "another of the files has the same name");
      }
    }
  }

  private void file(WarcFile file, Consumer<WarcFault> faults) throws IOException {
    String name = file.fileName();
    zip.begin("archive/" + name, file.size());
    try (WarcReader reader = WarcReader.open(file, zip::bytes)) {
      for (WarcEntry entry = reader.next(); entry != null; entry = reader.next()) {
        switch (entry) {
          case WarcFault fault -> {
            faultCount++;
            faults.accept(fault);
          }
          case WarcRecord record -> {
            Optional<Cdxj> line = CdxjIndex.lineOf(record, name);
            if (line.isPresent()) {
              add(file, record, line.get());
            }
          }
        }
      }
      reader.drain();
    }
    entries.add(zip.end());
  }

  private void add(WarcFile file, WarcRecord record, Cdxj line) throws IOException {
    index.add(line);
    boolean isPage =
        record.type().equals(Optional.of(WarcType.RESPONSE))
            && line.status().equals(Optional.of(200))
            && (line.mediaType().equals("text/html")
                || line.mediaType().equals("application/xhtml+xml"));
    if (isPage) {
      pageCount++;
      String title = title(file, line);
      pages.line(
          "{\"id\": \"%d\", \"url\": %s, \"ts\": %s%s}"
              .formatted(
                  pageCount,
                  Json.of(line.url()),
                  Json.of(record.fields().first(WarcFields.DATE).orElseThrow()),
                  title.isEmpty() ? "" : ", \"title\": " + Json.of(title)));
    }
  }

  /** The record is opened once more, since its body may have been read for its digest. */
  private String title(WarcFile file, Cdxj line) throws IOException {
    try (WarcReader reader = WarcReader.openAt(file, line.offset())) {
      if (reader.next() instanceof WarcRecord record) {
        Optional<HttpPayload> http = HttpPayload.of(record.block());
        if (http.isPresent()) {
          byte[] start =
              http.get().content(record.blockLength()).readNBytes(PageTitles.START_BYTES);
          String type = http.get().head().headers().first("Content-Type").orElse("");
          return titles.of(line.url(), type, start);
        }
      }
      return "";
    } catch (DamagedArchiveException | CodingException e) {
      return ""; // A page that cannot be decoded is one all the same.
    }
  }

  private void index() throws IOException {
    if (index.bytes() <= PLAIN_INDEX_BYTES) {
      zip.begin("indexes/index.cdx", index.bytes());
      index.drain(line -> {
        zip.bytes(line, 0, line.length);
        zip.bytes(new byte[] {'\n'}, 0, 1);
      });
      entries.add(zip.end());
      return;
    }
    try (var members = new Spool()) {
      zip.begin("indexes/index.cdx.gz", index.bytes());
      members.line("!meta 0 {\"format\": \"cdxj-gzip-1.0\", \"filename\": \"index.cdx.gz\"}");
      var member = new Member(members);
      index.drain(member);
      member.end();
      entries.add(zip.end());
      zip.begin("indexes/index.idx", members.bytes());
      members.copy(zip);
      entries.add(zip.end());
    }
  }

  /** Gathers the lines of one gzip member of the index. */
  private final class Member implements LineSorter.Sink {
    private final Spool members;
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
    private String prefix = "";
    private int count;
    private long offset;

    Member(Spool members) {
      this.members = members;
    }

    @Override
    public void line(byte[] line) throws IOException {
      if (count++ == 0) {
        String text = new String(line, StandardCharsets.US_ASCII);
        prefix = text.substring(0, text.indexOf(" {"));
      }
      lines.writeBytes(line);
      lines.write('\n');
      if (count == MEMBER_LINES) {
        end();
      }
    }

    void end() throws IOException {
      if (count == 0) {
        return;
      }
      var coded = new ByteArrayOutputStream();
      try (var gzip = new GZIPOutputStream(coded)) {
        lines.writeTo(gzip);
      }
      byte[] bytes = coded.toByteArray();
      zip.bytes(bytes, 0, bytes.length);
      members.line(
          "%s {\"offset\": %d, \"length\": %d, \"digest\": \"sha256:%s\"}"
              .formatted(prefix, offset, bytes.length, sha256(bytes)));
      offset += bytes.length;
      lines.reset();
      count = 0;
    }
  }

  private void pages() throws IOException {
    zip.begin("pages/pages.jsonl", pages.bytes());
    byte[] head =
        "{\"format\": \"json-pages-1.0\", \"id\": \"pages\", \"title\": \"All Pages\"}\n"
            .getBytes(StandardCharsets.US_ASCII);
    zip.bytes(head, 0, head.length);
    pages.copy(zip);
    entries.add(zip.end());
  }

  private void describe(About about) throws IOException {
    var json = new StringBuilder("{\n  \"profile\": \"data-package\",\n  \"wacz_version\": ");
    json.append(Json.of(SPECIFICATION)).append(",\n");
    if (!about.title().isEmpty()) {
      json.append("  \"title\": ").append(Json.of(about.title())).append(",\n");
    }
    json.append("  \"software\": ").append(Json.of(about.software())).append(",\n");
    json.append("  \"created\": ").append(Json.of(about.created())).append(",\n");
    json.append("  \"resources\": [");
    String comma = "\n";
    for (ZipWriter.Entry entry : entries) {
      String name = entry.name().substring(entry.name().lastIndexOf('/') + 1);
      json.append(comma)
          .append(
              "    {\"name\": %s, \"path\": %s, \"hash\": \"sha256:%s\", \"bytes\": %d}"
                  .formatted(Json.of(name), Json.of(entry.name()), entry.sha256(), entry.size()));
      comma = ",\n";
    }
    json.append("\n  ]\n}\n");
    byte[] bytes = json.toString().getBytes(StandardCharsets.US_ASCII);
    String hash = zip.add("datapackage.json", bytes).sha256();
    String digest = "{\"path\": \"datapackage.json\", \"hash\": \"sha256:%s\"}\n".formatted(hash);
    zip.add("datapackage-digest.json", digest.getBytes(StandardCharsets.US_ASCII));
  }

  private static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(WarcDigest.Algorithm.SHA256.digest().digest(bytes));
  }

  /** Lines on the disk, until they are copied. */
  private static final class Spool implements Closeable {
    private final Path file;
    private final OutputStream out;

    Spool() throws IOException {
      file = Files.createTempFile("arachne-pack", ".lines");
      out = new BufferedOutputStream(Files.newOutputStream(file));
    }

    void line(String line) throws IOException {
      out.write(line.getBytes(StandardCharsets.US_ASCII));
      out.write('\n');
    }

    /** How many there are. */
    long bytes() throws IOException {
      out.flush();
      return Files.size(file);
    }

    void copy(ZipWriter zip) throws IOException {
      out.flush();
      byte[] buffer = new byte[64 << 10];
      try (var in = Files.newInputStream(file)) {
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          zip.bytes(buffer, 0, n);
        }
      }
    }

    @Override
    public void close() throws IOException {
      out.close();
      Files.deleteIfExists(file);
    }
  }
}

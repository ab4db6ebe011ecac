package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveCommandTest {
  @TempDir Path temporary;

  private Path archive;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] gzip(byte[] bytes) {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static byte[] response(int id, String date, String url, byte[] body) {
    var block = new ByteArrayOutputStream();
    block.writeBytes(
        bytes("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"));
    block.writeBytes(gzip(body));
    var record = new ByteArrayOutputStream();
    record.writeBytes(
        bytes(
            ("WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:x:%d>\r\nWARC-Date: %s\r\n"
                    + "WARC-Target-URI: %s\r\nContent-Type: application/http; msgtype=response\r\n"
                    + "Content-Length: %d\r\n\r\n")
                .formatted(id, date, url, block.size())));
    record.writeBytes(block.toByteArray());
    record.writeBytes(bytes("\r\n\r\n"));
    return gzip(record.toByteArray());
  }

  @BeforeEach
  void write() throws IOException {
    archive = Files.createDirectory(temporary.resolve("archive"));
    try (var out = Files.newOutputStream(archive.resolve("a.warc.gz"))) {
      out.write(response(1, "2025-01-01T00:00:00Z", "http://a.test/", bytes("old")));
      out.write(response(2, "2026-01-01T00:00:00Z", "http://a.test/", bytes("new")));
    }
  }

  private String dir() {
    return archive.toString();
  }

  @Test
  void recordsAreListed() {
    CapturedOutput told = CapturedOutput.by("archive", "ls", dir());
    assertEquals("", told.err());
    assertEquals(2, told.outLines().size());
    assertEquals(
        archive.resolve("a.warc.gz")
            + ":0\tresponse\t2025-01-01T00:00:00Z\t200\ttext/html\t95\thttp://a.test/",
        told.outLines().getFirst().replaceAll("\t\\d\\d\thttp", "\t95\thttp"));
    assertEquals(
        0, CapturedOutput.by("archive", "ls", "--type", "request,metadata", dir()).out().length());
    String json = CapturedOutput.by("archive", "ls", "--json", dir()).body();
    assertTrue(json.startsWith("{\"file\":\"" + archive + "/a.warc.gz\",\"offset\":0,"), json);
    assertTrue(json.contains("{\"name\":\"WARC-Record-ID\",\"value\":\"<urn:x:1>\"}"), json);
  }

  @Test
  void theBodyOfTheNearestCaptureIsPrinted() {
    assertEquals("new", CapturedOutput.by("archive", "get", "a.test", dir()).body());
    assertEquals(
        "old", CapturedOutput.by("archive", "get", "http://a.test/", "2025-02", dir()).body());
    assertEquals(
        "new", CapturedOutput.by("archive", "get", "https://www.a.test", "20300101", dir()).body());
    assertEquals(
        "old",
        CapturedOutput.by("archive", "get", "a.test", "2024-12-31T00:00:00+01:00", dir()).body());
    byte[] coded = CapturedOutput.by("archive", "get", "--coded", "a.test", dir()).bytes();
    assertEquals(0x1f, coded[0]);
    String record = CapturedOutput.by("archive", "get", "--record", "a.test", dir()).body();
    assertTrue(record.startsWith("WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:x:2>"));
    assertTrue(record.contains("\r\n\r\nHTTP/1.1 200 OK\r\n"), record);
  }

  @Test
  void urlsWithoutACaptureAreReported() {
    CapturedOutput told = CapturedOutput.by("archive", "get", "http://b.test/", dir());
    assertEquals(ExitCode.FAILED, told.code());
    assertEquals(
        "arachne archive get: http://b.test/: there is no capture of it in " + archive + "\n",
        told.err());
  }

  @Test
  void aCheckTellsFaultsAndTheSum() throws IOException {
    CapturedOutput told = CapturedOutput.by("archive", "check", dir());
    assertEquals(ExitCode.DONE, told.code());
    assertEquals(
        "2 records in 1 file (2 response); 0 digests right; 0 faults, 0 notes\n", told.out());
    Path file = archive.resolve("a.warc.gz");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 5] ^= 1;
    Files.write(file, bytes);
    CapturedOutput damaged = CapturedOutput.by("archive", "check", file.toString());
    assertEquals(ExitCode.FAILED, damaged.code());
    assertTrue(damaged.outLines().getFirst().startsWith(file + ":"), damaged.out());
    assertTrue(damaged.outLines().getFirst().contains(": gzip: "), damaged.out());
    String json = CapturedOutput.by("archive", "check", "--json", file.toString()).body();
    assertTrue(json.contains("\"fault\":\"gzip\""), json);
    assertTrue(json.lines().toList().getLast().startsWith("{\"clean\":false,\"files\":1,"), json);
    assertEquals(ExitCode.FAILED, CapturedOutput.by("archive", "ls", dir()).code());
  }

  @Test
  void anIndexIsWritten() throws IOException {
    String printed = CapturedOutput.by("archive", "cdxj", dir()).body();
    assertEquals(2, printed.lines().count());
    assertTrue(printed.startsWith("test,a)/ 20250101000000 {\"url\": \"http://a.test/\""), printed);
    Path index = temporary.resolve("index.cdxj");
    assertEquals(
        ExitCode.DONE, CapturedOutput.by("archive", "cdxj", dir(), "-o", index.toString()).code());
    assertEquals(printed, Files.readString(index));
  }

  @Test
  void anArchiveIsPacked() throws IOException {
    Path wacz = temporary.resolve("a.wacz");
    CapturedOutput told = CapturedOutput.by("archive", "pack", dir(), "-o", wacz.toString());
    assertEquals(ExitCode.DONE, told.code(), told.err());
    assertEquals(wacz + ": 1 WARC file, captures 2, pages 2\n", told.out());
    try (var zip = new ZipFile(wacz.toFile())) {
      assertEquals(5, zip.size());
    }
  }

  @Test
  void aPackedFileIsReadAsTheFilesInItAre() throws IOException {
    Path titled = Files.createDirectory(temporary.resolve("titled"));
    Files.write(
        titled.resolve("t.warc.gz"),
        response(
            3, "2026-01-01T00:00:00Z", "http://b.test/", bytes("<title>A &amp;\n  B</title>b")));
    String wacz = temporary.resolve("all.wacz").toString();
    CapturedOutput.by("archive", "pack", dir(), titled.toString(), "-o", wacz);
    try (var zip = new ZipFile(wacz)) {
      String pages =
          new String(
              zip.getInputStream(zip.getEntry("pages/pages.jsonl")).readAllBytes(),
              StandardCharsets.UTF_8);
      assertTrue(pages.contains("\"title\": \"A & B\"}"), pages);
    }
    assertEquals("new", CapturedOutput.by("archive", "get", "http://a.test/", wacz).body());
    assertEquals(3, CapturedOutput.by("archive", "ls", wacz).out().lines().count());
    assertEquals(
        CapturedOutput.by("archive", "cdxj", dir(), titled.toString()).body(),
        CapturedOutput.by("archive", "cdxj", wacz).body());
    CapturedOutput clean = CapturedOutput.by("archive", "check", wacz);
    assertEquals(ExitCode.DONE, clean.code(), clean.out());
    byte[] bytes = Files.readAllBytes(Path.of(wacz));
    Files.write(Path.of(wacz), Arrays.copyOf(bytes, bytes.length - 5));
    CapturedOutput cut = CapturedOutput.by("archive", "ls", wacz);
    assertEquals(ExitCode.FAILED, cut.code());
    assertTrue(cut.err().contains("directory of the zip is missing"), cut.err());
    assertEquals(1, cut.err().lines().count(), cut.err());
  }

  @Test
  void mistakesGetOneLine() throws IOException {
    Path text = Files.writeString(temporary.resolve("notes.txt"), "notes");
    Path empty = Files.createDirectory(temporary.resolve("empty"));
    for (String[] each :
        new String[][] {
          {
            "", "arachne archive: no verb; use arachne archive ls, get, check, cdxj, pack or import"
          },
          {"lss", "arachne archive: unknown verb lss; did you mean arachne archive ls?"},
          {
            "x.warc", "arachne archive: a verb comes first; did you mean: arachne archive ls x.warc"
          },
          {"ls", "arachne archive ls: no archive; use arachne archive ls FILE or DIR"},
          {"ls --tpye x", "arachne archive ls: unknown option --tpye; did you mean --type?"},
          {
            "ls /no/such",
            "arachne archive ls: /no/such: there is no such file; use a WARC file, a WACZ file or a directory"
          },
          {
            "check " + empty,
            "arachne archive check: "
                + empty
                + ": no file in this directory ends in .warc or .warc.gz; use a WARC file, a WACZ file or a"
                + " directory"
          },
          {
            "cdxj " + text,
            "arachne archive cdxj: "
                + text
                + ": this is not a WARC file; use one, plain or compressed by gzip, or a WACZ file"
          },
          {"get", "arachne archive get: no URL; use arachne archive get URL FILE"},
          {
            "get a 2026-13 x",
            "arachne archive get: '2026-13' is not a date; use one such as 2026-11-23"
          },
          {"pack " + archive, "arachne archive pack: no file to write; use -o FILE.wacz"}
        }) {
      CapturedOutput told = CapturedOutput.by(("archive " + each[0]).strip().split(" "));
      assertEquals(each[1] + "\n", told.err());
      assertEquals(ExitCode.USAGE, told.code());
      assertEquals("", told.out());
    }
  }

  @Test
  void helpOfEachVerbFitsAHundredColumns() {
    for (String verb : new String[] {"ls", "get", "check", "cdxj", "pack"}) {
      CapturedOutput told = CapturedOutput.by("archive", verb, "--help");
      assertEquals(ExitCode.DONE, told.code());
      assertTrue(told.out().startsWith("Usage: arachne archive " + verb + " "), told.out());
      assertTrue(told.out().lines().allMatch(line -> line.length() <= 100), told.out());
    }
    assertTrue(CapturedOutput.by("archive", "--help").out().contains("\n  pack "));
  }
}

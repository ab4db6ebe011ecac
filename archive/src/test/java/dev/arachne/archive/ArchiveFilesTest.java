package dev.arachne.archive;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveFilesTest {
  private static final ArchiveEnd NEW = new ArchiveEnd("arachne-x", 0, 0);

  @TempDir Path directory;

  @Test
  void membersFollowOneAnotherUntilAFileIsFull() throws Exception {
    try (ArchiveFiles files = open(NEW)) {
      assertEquals(place(1, 9), files.add(List.of(bytes("four"), bytes("+"))));
      assertEquals(place(1, 14), files.add(List.of(bytes("x".repeat(200_000)))));
      assertEquals(place(2, 9), files.add(List.of(bytes("next"))));
      files.sync();
    }
    assertEquals(List.of("arachne-x-00001.warc.gz", "arachne-x-00002.warc.gz"), names());
    assertEquals("warcinfo\nnext", Files.readString(path(2)));
    assertEquals("warcinfo\nfour+" + "x".repeat(200_000), Files.readString(path(1)));
  }

  @Test
  void uncommittedBytesAreTruncatedAtTheNextOpen() throws Exception {
    ArchiveEnd committed;
    try (ArchiveFiles files = open(NEW)) {
      files.add(List.of(bytes("kept")));
      committed = files.end();
      files.add(List.of(bytes("lost".repeat(10))));
      files.add(List.of(bytes("lost")));
    }
    Files.writeString(directory.resolve("arachne-y-00002.warc.gz"), "another archive");
    Files.writeString(path(1), "torn", StandardOpenOption.APPEND);
    assertTrue(Files.exists(path(2)));
    try (ArchiveFiles files = open(ArchiveEnd.read(committed.toBytes()))) {
      assertEquals("warcinfo\nkept", Files.readString(path(1)));
      assertEquals(place(1, 13), files.add(List.of(bytes("more"))));
    }
    assertEquals("warcinfo\nkeptmore", Files.readString(path(1)));
    assertEquals(List.of("arachne-x-00001.warc.gz", "arachne-y-00002.warc.gz"), names());
  }

  @Test
  void filesThatHaveLostWhatWasCommittedAreRefused() throws Exception {
    ArchiveEnd committed;
    try (ArchiveFiles files = open(NEW)) {
      files.add(List.of(bytes("kept")));
      committed = files.end();
    }
    Files.writeString(path(1), "short");
    assertTrue(refusal(committed).contains("has lost its end: 13 bytes were written, 5 are there"));
    Files.delete(path(1));
    assertTrue(refusal(committed).contains("is gone"));
  }

  private String refusal(ArchiveEnd committed) {
    return String.valueOf(assertThrows(IOException.class, () -> open(committed)).getMessage());
  }

  private ArchiveFiles open(ArchiveEnd end) throws IOException {
    return ArchiveFiles.open(directory, 40, _ -> bytes("warcinfo\n"), end);
  }

  private RecordBytes bytes(String text) throws IOException {
    var bytes = new RecordBytes(new RecordRoom(Files.createTempDirectory("record"), 1 << 19));
    bytes.write(text.getBytes(US_ASCII));
    return bytes;
  }

  private Path path(int serial) {
    return directory.resolve(NEW.file(serial));
  }

  private static ArchiveFiles.Place place(int serial, long offset) {
    return new ArchiveFiles.Place(NEW.file(serial), offset);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}

package dev.arachne.archive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordBytesTest {
  private static final int MEMORY = 1 << 20;

  @TempDir Path directory;

  private final Random random = new Random(1);

  @Test
  void bytesGoToFilesWhenTheirRoomIsGoneAndRoomIsGivenBack() throws IOException {
    var room = new RecordRoom(directory, MEMORY);
    for (int round = 0; round < 3; round++) {
      List<RecordBytes> records = new ArrayList<>();
      List<byte[]> sources = new ArrayList<>();
      while (files() < 3) {
        byte[] source = new byte[random.nextInt(MEMORY / 4)];
        random.nextBytes(source);
        var bytes = new RecordBytes(room);
        for (int at = 0; at < source.length; ) {
          int piece = Math.min(1 + random.nextInt(40_000), source.length - at);
          bytes.write(source, at, piece);
          at += piece;
        }
        records.add(bytes);
        sources.add(source);
      }
      assertTrue(records.stream().anyMatch(RecordBytes::isInMemory));
      Path all = directory.resolve("all");
      try (FileChannel to =
          FileChannel.open(all, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        for (int i = 0; i < records.size(); i++) {
          try (InputStream in = records.get(i).read()) {
            assertArrayEquals(sources.get(i), in.readAllBytes());
          }
          assertEquals(sources.get(i).length, records.get(i).length());
          records.get(i).writeTo(to, 7);
          byte[] written = Files.readAllBytes(all);
          assertArrayEquals(
              sources.get(i), Arrays.copyOfRange(written, 7, 7 + sources.get(i).length));
        }
      }
      Files.delete(all);
      for (RecordBytes each : records) {
        each.close();
      }
      assertEquals(0, files());
      assertTrue(new RecordBytes(room).offer(new byte[room.most()], 0, room.most()));
      room.giveBack(room.most());
      assertEquals(MEMORY, room.free());
    }
  }

  @Test
  void noRecordTakesMoreThanAnEighth() throws IOException {
    try (var bytes = new RecordBytes(new RecordRoom(directory, MEMORY))) {
      assertTrue(bytes.offer(new byte[MEMORY / 8], 0, MEMORY / 8));
      assertFalse(bytes.offer(new byte[1], 0, 1));
    }
  }

  private long files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(each -> each.toString().endsWith(".part")).count();
    }
  }
}

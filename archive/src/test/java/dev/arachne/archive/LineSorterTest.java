package dev.arachne.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineSorterTest {

  /** In memory, in a few runs, and in so many that runs are merged before the last merge. */
  @ParameterizedTest
  @ValueSource(longs = {1 << 20, 10_000, 400})
  void linesComeOutInOrder(long memory) throws IOException {
    var random = new Random(7);
    var lines = new ArrayList<String>();
    var sorted = new ArrayList<String>();
    long bytes;
    try (var sorter = new LineSorter(memory)) {
      for (int i = 0; i < 5000; i++) {
        String line = "k" + random.nextInt(3000) + " ".repeat(random.nextInt(3));
        lines.add(line);
        sorter.add(line);
      }
      bytes = sorter.bytes();
      sorter.drain(line -> sorted.add(new String(line, StandardCharsets.UTF_8)));
    }
    lines.sort(null);
    assertEquals(lines, sorted);
    assertEquals(lines.stream().mapToLong(line -> line.length() + 1).sum(), bytes);
  }

  @Test
  void theOrderIsThatOfBytes() throws IOException {
    var sorted = new ArrayList<String>();
    try (var sorter = new LineSorter(1)) {
      for (String line : List.of("\ud83d\ude00", "\uffee", "b", "", "a/", "a ")) {
        sorter.add(line);
      }
      sorter.drain(line -> sorted.add(new String(line, StandardCharsets.UTF_8)));
    }
    assertEquals(List.of("", "a ", "a/", "b", "\uffee", "\ud83d\ude00"), sorted);
  }
}

package dev.arachne.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LineDiffTest {
  private static final int ALL = 1_000_000;

  @TempDir Path temporary;

  @Test
  void aLineThatHasChangedIsReportedBetweenThoseThatHaveNot() {
    assertEquals(
        """
        @@ -2,7 +2,7 @@
         2
         3
         4
        -5
        +five
         6
         7
         8
        """,
        LineDiff.unified(numbers(1, 9), numbers(1, 9).replace("5", "five"), ALL));
  }

  @Test
  void theSameTextHasNoDiff() {
    assertEquals("", LineDiff.unified("a\nb\n", "a\nb", ALL));
    assertEquals("", LineDiff.unified("", "", ALL));
  }

  @Test
  void aTextThatIsNewHasOnlyLinesThatWereAdded() {
    assertEquals("@@ -0,0 +1,2 @@\n+a\n+b\n", LineDiff.unified("", "a\nb", ALL));
    assertEquals("@@ -1 +0,0 @@\n-a\n", LineDiff.unified("a", "", ALL));
  }

  @Test
  void textsThatAreTooLongAreLeftOutAndReported() {
    String cut = LineDiff.unified("", numbers(1, 100), 3);
    assertEquals("@@ -0,0 +1,100 @@\n+1\n+2\n... and 98 more lines\n", cut);
    String line = LineDiff.unified("", "x".repeat(10_000), ALL).lines().toList().getLast();
    assertEquals(LineDiff.MOST_CHARACTERS + 3, line.length());
  }

  @Test
  void linesThatAreNotComparedAreSaidNotToBe() {
    String text = numbers(1, LineDiff.MOST_LINES);
    String cut = "... lines beyond the first 20000 were not compared\n";
    assertEquals("", LineDiff.unified(text, text, ALL));
    assertEquals(cut, LineDiff.unified(text, text + "\nmore", ALL));
    assertEquals(
        "@@ -1,4 +1,4 @@\n-1\n+0\n... and 3 more lines\n" + cut,
        LineDiff.unified(text + "\nx", text.replaceFirst("1", "0") + "\ny", 3));
  }

  @Test
  void textsThatHaveNextToNothingInCommonAreReplacedAsAWhole() {
    String before = numbers(0, 5_000);
    String now = numbers(10_000, 15_000);
    List<String> told = LineDiff.unified(before, now, ALL).lines().toList();
    assertEquals(1 + 5_001 + 5_001, told.size());
    assertEquals("@@ -1,5001 +1,5001 @@", told.getFirst());
  }

  /** The program patch is the judge: it makes of one text the other. */
  @Test
  void patchMakesTheNewTextOfTheOldOne() throws Exception {
    var random = new SplittableRandom(1);
    Path file = temporary.resolve("text");
    Path patch = temporary.resolve("patch");
    for (int round = 0; round < 100; round++) {
      List<String> before = words(random, random.nextInt(60));
      List<String> now = new ArrayList<>(before);
      for (int edit = random.nextInt(20); edit > 0; edit--) {
        int at = random.nextInt(now.size() + 1);
        if (random.nextBoolean() || at == now.size()) {
          now.add(at, "w" + random.nextInt(10));
        } else {
          now.remove(at);
        }
      }
      String diff = LineDiff.unified(text(before), text(now), ALL);
      assertEquals(before.equals(now), diff.isEmpty());
      Files.writeString(file, text(before));
      Files.writeString(patch, "--- text\n+++ text\n" + diff);
      if (!diff.isEmpty()) {
        Process process =
            new ProcessBuilder("patch", "-s", "-F0", file.toString(), patch.toString())
                .redirectErrorStream(true)
                .start();
        String told = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), told + diff);
        String made = Files.exists(file) ? Files.readString(file) : "";
        assertEquals(text(now), made, diff);
        assertTrue(!told.contains("offset"), told + diff);
      }
    }
  }

  private static List<String> words(SplittableRandom random, int count) {
    return random.ints(count, 0, 10).mapToObj(word -> "w" + word).toList();
  }

  private static String text(List<String> lines) {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private static String numbers(int from, int to) {
    return IntStream.rangeClosed(from, to)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining("\n"));
  }
}

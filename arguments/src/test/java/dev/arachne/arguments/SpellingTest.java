package dev.arachne.arguments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SpellingTest {
  @ParameterizedTest
  @CsvSource({
    "'', '', 0",
    "a, '', 1",
    "'', ab, 2",
    "abc, abc, 0",
    "abc, axc, 1",
    "abc, acb, 1",
    "ca, abc, 3",
    "kitten, sitting, 3",
    "dpeth, depth, 1",
  })
  void distanceCountsInsertionsDeletionsReplacementsAndSwaps(String a, String b, int distance) {
    assertEquals(distance, Spelling.distance(a, b));
    assertEquals(distance, Spelling.distance(b, a));
  }

  @Test
  void theNearestOfSeveralWordsIsMeant() {
    assertEquals(Optional.of("--depth"), Spelling.nearest("--dept", List.of("--delay", "--depth")));
  }

  @Test
  void aWordFarFromAllMeansNone() {
    assertEquals(Optional.empty(), Spelling.nearest("xyz", List.of("crawl", "help")));
  }

  @Test
  void theBeginningOfAWordMeansIt() {
    assertEquals(
        Optional.of("--ignore-robots"),
        Spelling.nearest("--ign", List.of("--include", "--ignore-robots")));
  }
}

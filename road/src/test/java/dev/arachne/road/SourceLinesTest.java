package dev.arachne.road;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SourceLinesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "package dev.arachne.road;",
        "import java.util.List;",
        "import static java.util.List.of;",
        "  // a remark",
        "/** A class. */",
        "  /**",
        "   * More of it.",
        "   */"
      })
  void linesOfProseAreNotCode(String line) {
    assertFalse(SourceLines.isCode(line));
  }

  @ParameterizedTest
  @ValueSource(strings = {"}", "  int size; // a remark", "  url = \"http://a/\";", "  a = b"})
  void theseAre(String line) {
    assertTrue(SourceLines.isCode(line));
  }

  @Test
  void theSourcesAreBesideTheClassesAndAreSummedUp() {
    int one = SourceLines.of(List.of(BlockingSocket.class));
    int two = SourceLines.of(List.of(BlockingSocket.class, BusyPolling.class));
    assertTrue(one > 10 && two > one + 10, one + ", " + two);
    assertEquals(two - one, SourceLines.of(List.of(BusyPolling.class)));
  }
}

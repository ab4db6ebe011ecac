package dev.arachne.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.report.CrawlProgress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LiveDisplayTest {
  private static final int MESSAGES = 300;

  private static final CrawlProgress NOW =
      new CrawlProgress(
          Duration.ofSeconds(4),
          1234,
          310.2,
          8890,
          10,
          0,
          34_400_000,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of());

  /** What a terminal of so many columns shows of this: its rows, from the first. */
  private static List<String> shown(String bytes, int columns) {
    List<StringBuilder> rows = new ArrayList<>(List.of(new StringBuilder()));
    int column = 0;
    for (int i = 0; i < bytes.length(); i++) {
      char c = bytes.charAt(i);
      StringBuilder row = rows.getLast();
      if (c == '\r') {
        column = 0;
      } else if (c == '\n') {
        rows.add(new StringBuilder());
        column = 0;
      } else if (bytes.startsWith("\u001b[K", i)) {
        row.setLength(Math.min(row.length(), column));
        i += 2;
      } else {
        assertTrue(c >= ' ', "no other control: " + (int) c);
        if (column == columns) {
          rows.add(new StringBuilder());
          column = 0;
          row = rows.getLast();
        }
        row.replace(column, Math.min(row.length(), column + 1), String.valueOf(c));
        column++;
      }
    }
    return rows.stream().map(StringBuilder::toString).toList();
  }

  /** A display that has drawn its line before each message is told. */
  private static String display(TerminalWidth width) throws InterruptedException {
    var bytes = new StringWriter();
    var drawn = new CountDownLatch(3);
    try (var display =
        LiveDisplay.start(
            () -> {
              drawn.countDown();
              return Optional.of(NOW);
            },
            new PrintWriter(bytes),
            width,
            () -> false)) {
      for (int i = 0; i < MESSAGES; i++) {
        display.tell("warning: message " + i);
        if (i % 100 == 50 && width.columns() > 0) {
          drawn.await();
        }
      }
    }
    return bytes.toString();
  }

  @Test
  void messagesAndTheLineNeverShareARowAndTheLineIsGoneAtTheEnd() throws Exception {
    for (int columns : List.of(160, 80, 40)) {
      String bytes = display(TerminalWidth.fixed(columns));
      assertTrue(bytes.contains("1,234 of 10,134 pages"), "the line was drawn");
      List<String> expected =
          IntStream.range(0, MESSAGES).mapToObj(i -> "warning: message " + i).toList();
      List<String> rows = shown(bytes, columns);
      assertEquals(expected, rows.subList(0, MESSAGES));
      assertEquals(List.of(""), rows.subList(MESSAGES, rows.size()));
    }
  }

  /** As in a file, a pipe, or a terminal that is dumb: messages and nothing else. */
  @Test
  void withoutATerminalOnlyMessagesAreWritten() throws Exception {
    String bytes = display(TerminalWidth.fixed(0));
    assertEquals(MESSAGES, bytes.lines().count());
    assertFalse(bytes.contains("\u001b") || bytes.contains("\r"));
    assertFalse(bytes.contains("pages"));
  }
}

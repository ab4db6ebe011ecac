package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HeadTapTest {
  private static final String HEADS =
      "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\n";

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1000})
  void headsEndWhereTheBodyBegins(int piece) {
    byte[] bytes = (HEADS + "\r\nbody\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
    var tap = new HeadTap();
    tap.begin();
    for (int from = 0; from < bytes.length; from += piece) {
      tap.received(bytes, from, Math.min(piece, bytes.length - from));
    }
    assertEquals(HEADS, new String(tap.responseHeads(), StandardCharsets.ISO_8859_1));
    assertEquals(bytes.length, tap.receivedBytes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.1 101 Switching\r\n\r\n", "HTTP/1.1 200\n\n", "garbage\n\n"})
  void aHeadThatIsNotInterimIsTheLast(String head) {
    byte[] bytes = (head + "rest").getBytes(StandardCharsets.ISO_8859_1);
    var tap = new HeadTap();
    tap.begin();
    tap.received(bytes, 0, bytes.length);
    assertEquals(head, new String(tap.responseHeads(), StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\n"})
  void resultsOfAnotherAttemptAreForgotten(String before) {
    byte[] bytes = before.getBytes(StandardCharsets.ISO_8859_1);
    var tap = new HeadTap();
    tap.begin();
    tap.sent(bytes, 0, bytes.length);
    tap.received(bytes, 0, bytes.length);
    tap.begin();
    assertEquals(List.of(), tap.requestLines());
    assertEquals(List.of(), tap.responseLines());
    assertEquals(0, tap.receivedBytes());
  }
}

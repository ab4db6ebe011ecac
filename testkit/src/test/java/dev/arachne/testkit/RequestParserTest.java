package dev.arachne.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestParserTest {

  private static final String TWO =
      "POST /a HTTP/1.1\r\nHost: a.test\r\nContent-Length: 5\r\n\r\n12345GET /b HTTP/1.0\r\n\r\n";

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 1000})
  void requestsAreTheSameInPiecesOfAnySize(int size) throws Exception {
    var parser = new RequestParser();
    var requests = new ArrayList<TestRequest>();
    byte[] bytes = TWO.getBytes(ISO_8859_1);
    for (int from = 0; from < bytes.length; from += size) {
      byte[] piece = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + size));
      parser.feed(piece, piece.length);
      for (var next = parser.next(); next.isPresent(); next = parser.next()) {
        requests.add(next.get());
      }
    }
    var host = new Header("Host", "a.test");
    var length = new Header("Content-Length", "5");
    assertEquals(
        List.of(
            new TestRequest("POST", "/a", "HTTP/1.1", List.of(host, length), 1),
            new TestRequest("GET", "/b", "HTTP/1.0", List.of(), 1)),
        requests);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello\r\n\r\n",
        "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
      })
  void anInvalidRequestIsRefused(String bytes) {
    var parser = new RequestParser();
    parser.feed(bytes.getBytes(ISO_8859_1), bytes.length());
    assertThrows(ProtocolException.class, parser::next);
  }

  @Test
  void aHeadHasItsLimit() throws Exception {
    var parser = new RequestParser();
    byte[] half = "x".repeat(1 << 19).getBytes(ISO_8859_1);
    parser.feed(half, half.length);
    parser.feed(half, half.length);
    assertEquals(Optional.empty(), parser.next());
    parser.feed(half, 1);
    assertThrows(ProtocolException.class, parser::next);
  }
}

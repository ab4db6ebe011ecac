package dev.arachne.archive;

import static dev.arachne.archive.TestArchive.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpPayloadTest {
  private static String body(String block, HttpPayload.Ending ending) throws IOException {
    HttpPayload payload = HttpPayload.of(new ByteArrayInputStream(bytes(block))).orElseThrow();
    assertEquals(HttpPayload.Ending.OPEN, payload.ending());
    String body = new String(payload.body().readAllBytes(), StandardCharsets.ISO_8859_1);
    assertEquals(ending, payload.ending());
    return body;
  }

  @Test
  void theBodyIsWithoutTransferCoding() throws IOException {
    String block =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nA: b\r\n\r\n";
    assertEquals("abcde", body(block, HttpPayload.Ending.COMPLETE));
  }

  @Test
  void aBodyThatIsCutEndsSo() throws IOException {
    assertEquals(
        "abc", body("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", HttpPayload.Ending.CUT));
    assertEquals(
        "ab",
        body(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab",
            HttpPayload.Ending.CUT));
  }

  @Test
  void aBodyThatIsSaidToBeChunkedAndIsNotIsAsItStands() throws IOException {
    String head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    String body = "<p>plain</p>".repeat(5000);
    assertEquals(body, body(head + body, HttpPayload.Ending.COMPLETE));
  }

  @ParameterizedTest
  @CsvSource({"HTTP/1.0 200", "HTTP/2 200", "HTTP/3 200 OK", "HTTP/2.0 200"})
  void headsOfAllVersionsAreRead(String line) throws IOException {
    assertEquals("x", body(line + "\r\nA: b\r\n\r\nx", HttpPayload.Ending.COMPLETE));
  }

  @Test
  void interimResponsesAreSkipped() throws IOException {
    String block = "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\nHTTP/1.1 404 No\r\n\r\ngone";
    assertEquals("gone", body(block, HttpPayload.Ending.COMPLETE));
  }

  @Test
  void anInvalidHeadIsEmpty() throws IOException {
    for (String block : new String[] {"", "hello", "hello\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b"}) {
      assertTrue(HttpPayload.of(new ByteArrayInputStream(bytes(block))).isEmpty(), block);
    }
  }

  @Test
  void theContentIsWithoutItsCodings() throws IOException {
    var block = new ByteArrayOutputStream();
    block.writeBytes(bytes("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"));
    block.writeBytes(TestArchive.gzip(bytes("plain text")));
    var in = new ByteArrayInputStream(block.toByteArray());
    HttpPayload payload = HttpPayload.of(in).orElseThrow();
    try (var content = payload.content(block.size())) {
      assertEquals("plain text", new String(content.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** However the block comes, and wherever it is cut, the reader ends. */
  @Test
  void everyBeginningOfABlockHasAnEnd() throws IOException {
    String block =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n";
    for (int i = 0; i < block.length(); i++) {
      var in =
          new SequenceInputStream(
              new ByteArrayInputStream(bytes(block.substring(0, i / 2))),
              new ByteArrayInputStream(bytes(block.substring(i / 2, i))));
      var payload = HttpPayload.of(in);
      if (payload.isPresent()) {
        String body = new String(payload.get().body().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue("abcde".startsWith(body), i + body);
      }
    }
  }
}

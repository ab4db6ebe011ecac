package dev.arachne.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.WarcDigest.Algorithm;
import dev.arachne.protocol.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpBlockTest {
  private static final String OK = "HTTP/1.1 200 OK\r\n";

  @TempDir Path directory;

  @Test
  void thePayloadOfAChunkedBodyIsWithoutItsFraming() throws Exception {
    String head = OK + "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n";
    HttpBlock block = read(head + "3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: x\r\n\r\n");
    assertEquals(digest("abcde"), block.payload());
    assertEquals(5, block.payloadLength());
    assertEquals(head.length(), block.headLength());
    assertTrue(block.isWhole());
  }

  @Test
  void interimResponsesAreNotInTheBlock() throws Exception {
    String interim = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n";
    String response = OK + "Content-Length: 2\r\n\r\nab";
    RecordBytes bytes = bytes("\r\n" + interim + interim + response);
    HttpBlock block = HttpBlock.read(bytes, HttpMethod.GET, Algorithm.SHA1).orElseThrow();
    assertEquals(digest(response), block.block());
    assertEquals(digest("ab"), block.payload());
    try (InputStream in = block.block(bytes)) {
      assertEquals(response, new String(in.readAllBytes(), ISO_8859_1));
    }
  }

  @Test
  void aBodyThatIsCutHasTheDigestOfItsPart() throws Exception {
    HttpBlock block = read(OK + "Content-Length: 9\r\n\r\nabc");
    assertEquals(digest("abc"), block.payload());
    assertFalse(block.isWhole());
  }

  @Test
  void bytesBehindABodyAreInNoPayload() throws Exception {
    HttpBlock block = read(OK + "Content-Length: 1\r\n\r\nabc");
    assertEquals(digest("a"), block.payload());
    assertTrue(block.isWhole());
    assertEquals(digest(OK + "Content-Length: 1\r\n\r\nabc"), block.block());
  }

  @Test
  void chunksThatBreakTheRulesEndThePayload() throws Exception {
    HttpBlock block = read(OK + "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\nno size\r\nb");
    assertEquals(digest("a"), block.payload());
    assertFalse(block.isWhole());
  }

  @Test
  void aBodyThatIsNotChunkedThoughItSaysSoIsWhatStandsThere() throws Exception {
    HttpBlock block = read(OK + "Transfer-Encoding: chunked\r\n\r\nno size\r\nat all");
    assertEquals(digest("no size\r\nat all"), block.payload());
    assertFalse(block.isWhole());
  }

  @Test
  void aLargeBodyIsReadFromItsFile() throws Exception {
    String body = "0123456789".repeat(100_000);
    HttpBlock block = read(OK + "Content-Length: 1000000\r\n\r\n" + body);
    assertEquals(digest(body), block.payload());
    assertTrue(block.isWhole());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "HTTP/1.1 200 OK\r\nServer: x\r\n", "220 ftp ready\r\n\r\n", "\r\n\r\n"})
  void aRecordWithoutAHeadIsNotAResponse(String text) throws Exception {
    assertEquals(Optional.empty(), HttpBlock.read(bytes(text), HttpMethod.GET, Algorithm.SHA1));
  }

  private HttpBlock read(String text) throws IOException {
    return HttpBlock.read(bytes(text), HttpMethod.GET, Algorithm.SHA1).orElseThrow();
  }

  private RecordBytes bytes(String text) throws IOException {
    var bytes = new RecordBytes(new RecordRoom(directory, 1 << 18));
    byte[] all = text.getBytes(ISO_8859_1);
    for (int at = 0; at < all.length; at += 1000) {
      bytes.write(all, at, Math.min(1000, all.length - at));
    }
    return bytes;
  }

  private static WarcDigest digest(String text) {
    return WarcDigest.of(Algorithm.SHA1, Algorithm.SHA1.digest().digest(text.getBytes(ISO_8859_1)));
  }
}

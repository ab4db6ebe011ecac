package dev.arachne.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.protocol.ResponseParser.Event;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The parser on replies of our own; {@link RawResponsesTest} has those of other projects. */
final class ResponseParserTest {

  private static final HttpLimits SMALL =
      HttpLimits.DEFAULT.withHeadBytes(500).withFields(10).withBodyBytes(1000, 1000);

  @Test
  void linesEndInBareLineFeedsAndSeveralReturnsToo() {
    Parsed parsed = Parsed.whole("\r\nHTTP/1.1 200 OK\nA: 1\r\r\nB:2\n\r\r\nbody");
    assertEquals("A: 1\r\nB: 2\r\n", parsed.headers());
    assertEquals("body", parsed.body());
  }

  @Test
  void foldedLinesAreJoinedAndOtherIndentedOnesIgnored() {
    Parsed parsed =
        Parsed.whole(
            "HTTP/1.1 200 OK\r\n lost: 1\r\nA: one\r\n two\r\n\t three \r\nB:\r\n four\r\n\r\n");
    assertEquals(
        "A: one   two   three\r\nB: four\r\n".replaceAll(" +", " "),
        parsed.headers().replaceAll(" +", " "));
  }

  @Test
  void spaceBeforeTheColonAndInvalidLinesAreForgiven() {
    Parsed parsed =
        Parsed.whole("HTTP/1.1 200 OK\r\nno colon\r\n: no name\r\nContent-Length \t: 2 \r\n\r\nab");
    assertEquals("Content-Length: 2\r\n", parsed.headers());
    assertEquals("ab", parsed.body());
    assertTrue(parsed.reusable());
  }

  @Test
  void valuesAreTextInUtf8OrLatin1() {
    assertEquals(
        "A: Ori\u00ebnt\r\n", Parsed.whole("HTTP/1.1 200 OK\r\nA: Ori\u00ebnt\r\n\r\n").headers());
    byte[] utf8 = "HTTP/1.1 200 OK\r\nA: \u8718\r\n\r\n".getBytes(StandardCharsets.UTF_8);
    assertEquals("A: \u8718\r\n", Parsed.whole(utf8).headers());
  }

  @ParameterizedTest
  @ValueSource(strings = {"A: x\rB: y", "A: \0", "\0: 1"})
  void aControlByteAmidALineIsRefused(String line) {
    assertFails(ProtocolViolation.CONTROL_BYTE, "HTTP/1.1 200 OK\r\n" + line + "\r\n\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "SSH-2.0-x, STATUS_LINE",
    "HTP/1.1 200, STATUS_LINE",
    "<html>, STATUS_LINE",
    "HTTP/0.9 200, HTTP_VERSION",
    "HTTP/2 200, HTTP_VERSION",
    "HTTP/2.0, HTTP_VERSION",
    "HTTP/2.1 200, HTTP_VERSION",
    "HTTP/1.10 200, HTTP_VERSION",
    "http/1.1 200, STATUS_LINE",
    "ICY 200 OK, STATUS_LINE",
    "HTTP/1.1x 200, HTTP_VERSION",
    "HTTP/1.1 099, STATUS_CODE",
    "HTTP/1.1 200x, STATUS_CODE",
    "HTTP/1.1 2000, STATUS_CODE",
    "HTTP/1.1 101 Switching, UPGRADE"
  })
  void anInvalidStatusLineIsRefused(String line, ProtocolViolation rule) {
    assertFails(rule, line + "\r\n\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "-1, CONTENT_LENGTH",
    "+1, CONTENT_LENGTH",
    "1x, CONTENT_LENGTH",
    "0x10, CONTENT_LENGTH",
    "9223372036854775808, CONTENT_LENGTH",
    "'', CONTENT_LENGTH",
    "'2,', CONTENT_LENGTH",
    "2 2, CONTENT_LENGTH",
    "'\u000B2', CONTENT_LENGTH",
    "'1,2', CONFLICTING_LENGTHS"
  })
  void anInvalidLengthIsRefused(String length, ProtocolViolation rule) {
    assertFails(rule, "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\nxx");
  }

  @Test
  void equalLengthsAreOneAndDifferentOnesRefused() {
    String head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n";
    assertEquals("ab", Parsed.whole(head + "content-length: 2, 2\r\n\r\nab").body());
    assertFails(ProtocolViolation.CONFLICTING_LENGTHS, head + "content-length: 3\r\n\r\nabc");
  }

  @ParameterizedTest
  @CsvSource({
    "'identity', ab",
    "'', ab",
    "'Identity, chunked', abcd",
    "'chunked, identity', abcd",
    "'CHUNKED', abcd",
    "'chunked, gzip', all",
    "'\u000Bchunked', all",
    "'chunked;q=1', all",
    "'chun\u00E2\u0084\u00AAed', all"
  })
  void onlyACodingThatIsOneTakesThePlaceOfTheLength(String coding, String body) {
    String rest = "4\r\nabcd\r\n0\r\n\r\n";
    String head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: " + coding;
    Parsed parsed = Parsed.whole(head + "\r\n\r\n" + (body.equals("ab") ? "ab" : "") + rest);
    assertEquals(body.equals("all") ? rest : body, parsed.body());
    assertEquals(Event.COMPLETE, parsed.end());
    assertFalse(parsed.reusable());
  }

  @Test
  void aServerThatSaysHttp2OnAConnectionOfHttp1IsReadAsBrowsersDo() {
    Parsed parsed = Parsed.whole("HTTP/2.0 200 OK\r\nContent-Length: 2\r\n\r\nab");
    assertEquals("ab", parsed.body());
    assertFalse(parsed.reusable());
  }

  @Test
  void chunksWinOverALengthAndEndTheConnection() {
    Parsed parsed =
        Parsed.whole(
            "HTTP/1.1 200 OK\nContent-Length: 1\nTransfer-Encoding: chunked\n\n2 ; a=\"\\\";\"\r\nab\r\n1\nc\n000\r\nTrailer: x\r\n\r\n");
    assertEquals("abc", parsed.body());
    assertEquals(Event.COMPLETE, parsed.end());
    assertFalse(parsed.reusable());
  }

  @ParameterizedTest
  @CsvSource({
    "x, CHUNK_SIZE",
    "-1, CHUNK_SIZE",
    "'', CHUNK_SIZE",
    "2 junk, CHUNK_SIZE",
    "2;a=\"b, CHUNK_EXTENSION",
    "1, CHUNK_END"
  })
  void anInvalidChunkIsRefused(String line, ProtocolViolation rule) {
    assertFails(
        rule,
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + line + "\r\nab\r\n0\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7fffffffffffffff",
        "8000000000000000",
        "ffffffffffffffff",
        "10000000000000000",
        "fffffffffffffffffffffffffffffffff"
      })
  void hugeChunksAreTooLarge(String size) {
    assertTooLarge(
        Limit.BODY_BYTES, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + size + "\r\n");
  }

  @Test
  void eachLimitHolds() {
    String head = "HTTP/1.1 200 OK\r\n";
    String chunked = head + "Transfer-Encoding: chunked\r\n\r\n";
    assertTooLarge(Limit.HEAD_BYTES, head + "A: " + "x".repeat(600));
    assertTooLarge(Limit.HEAD_BYTES, "\r\n".repeat(300));
    assertTooLarge(Limit.FIELDS, head + "A:\r\n".repeat(11) + "\r\n");
    assertTooLarge(Limit.INTERIM_RESPONSES, "HTTP/1.1 103 Early\r\n\r\n".repeat(20));
    assertTooLarge(Limit.CHUNK_LINE_BYTES, chunked + "1;" + "x".repeat(5000));
    assertTooLarge(
        Limit.FRAMING_BYTES, chunked + ("1;" + "x".repeat(4000) + "\r\na\r\n").repeat(300));
    assertTooLarge(Limit.TRAILER_BYTES, chunked + "0\r\nA: " + "x".repeat(600));
    assertTooLarge(Limit.FIELDS, chunked + "0\r\n" + "A:\r\n".repeat(11) + "\r\n");
    assertTooLarge(Limit.BODY_BYTES, head + "Content-Length: 1001\r\n\r\n");
    assertTooLarge(Limit.BODY_BYTES, head + "\r\n" + "x".repeat(1001));
    assertTooLarge(Limit.BODY_BYTES, chunked + ("64\r\n" + "x".repeat(100) + "\r\n").repeat(11));
  }

  /** A MiB of framing, and beyond that a byte for each byte of the body. */
  @Test
  void chunksOfAByteAreReadWhileTheirFramingIsSmallOrTheBodyIsLarger() {
    String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    String bytes = "1\r\na\r\n".repeat(200_000);
    String large = "200000\r\n" + "x".repeat(2 << 20) + "\r\n";
    String end = "0\r\n\r\n";
    assertEquals(200_000, Parsed.whole(chunked + bytes + end).body().length());
    assertEquals(
        400_000 + (2 << 20), Parsed.whole(chunked + large + bytes + bytes + end).body().length());
    Parsed failed = Parsed.whole(chunked + bytes + bytes + large + end);
    assertEquals(Event.FAILED, failed.end());
    assertEquals(
        new ResponseFault.TooLarge(Limit.FRAMING_BYTES, 1 << 20).toString(), failed.failure());
  }

  @Test
  void justBelowTheLimitsAllIsWell() {
    String head = "HTTP/1.1 200 OK\r\n" + "A:\r\n".repeat(10);
    String reply = head + "\r\n" + "x".repeat(1000);
    Parsed parsed = Parsed.of(latin1(reply), HttpMethod.GET, SMALL, () -> Integer.MAX_VALUE);
    assertEquals(Event.COMPLETE, parsed.end());
  }

  @Test
  void aBodyCutAtAnyByteIsNeverComplete() {
    String chunked =
        """
        HTTP/1.1 100 Continue

        HTTP/1.1 200 OK
        Transfer-Encoding: chunked

        5;x="y"
        hello
        6
         world
        0
        T: 1

        """
            .replace("\n", "\r\n");
    String fixed = "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nhello world";
    for (String reply : new String[] {chunked, fixed}) {
      byte[] bytes = latin1(reply);
      assertEquals(Event.COMPLETE, Parsed.whole(bytes).end());
      assertTrue(Parsed.whole(bytes).reusable());
      for (int length = 0; length < bytes.length; length++) {
        byte[] cut = Arrays.copyOf(bytes, length);
        assertNotEquals(Event.COMPLETE, Parsed.whole(cut).end());
        assertEquals(Parsed.whole(cut), Parsed.byteByByte(cut));
        assertTrue("hello world".startsWith(Parsed.whole(cut).body()));
      }
    }
  }

  @Test
  void aConnectionLivesOnOnlyIfBothSidesKnowWhereTheAnswerEnds() {
    assertTrue(Parsed.whole("HTTP/1.1 204 No Content\r\n\r\n").reusable());
    assertTrue(
        Parsed.whole("HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n")
            .reusable());
    assertFalse(Parsed.whole("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n").reusable());
    assertFalse(
        Parsed.whole("HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 0\r\n\r\n")
            .reusable());
    assertFalse(Parsed.whole("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\njunk").reusable());
    assertFalse(Parsed.whole("HTTP/1.1 200 OK\r\n\r\n").reusable());
  }

  private static void assertFails(ProtocolViolation rule, String reply) {
    Parsed parsed = Parsed.whole(reply);
    assertEquals(new ResponseFault.Malformed(rule).toString(), parsed.failure(), reply);
    assertEquals(parsed, Parsed.byteByByte(latin1(reply)));
  }

  /** Both where the reply ends and, as servers do that mean ill, where it does not. */
  private static void assertTooLarge(Limit limit, String reply) {
    Parsed parsed = Parsed.of(latin1(reply), HttpMethod.GET, SMALL, () -> Integer.MAX_VALUE);
    assertTrue(parsed.failure().startsWith("TooLarge[limit=" + limit), parsed::toString);
    assertEquals(parsed, Parsed.of(latin1(reply), HttpMethod.GET, SMALL, () -> 1));
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}

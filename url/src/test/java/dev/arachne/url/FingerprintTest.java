package dev.arachne.url;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintTest {

  /** Values of the reference implementation, as its users publish them. */
  @ParameterizedTest
  @CsvSource({
    "'', 00000000000000000000000000000000",
    "'hello', cbd8a7b341bd9b025b1e906a48ae1d19",
    "'hello, world', 342fac623a5ebc8e4cdcbc079642414d",
    "'The quick brown fox jumps over the lazy dog.', cd99481f9ee902c9695da1a38987b6e7",
  })
  void theHashIsMurmur3(String text, String lowThenHigh) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    byte[] padded = new byte[bytes.length + Murmur3.PADDING];
    Arrays.fill(padded, (byte) 0xff);
    System.arraycopy(bytes, 0, padded, 0, bytes.length);
    var murmur = new Murmur3();
    murmur.hash(padded, bytes.length);
    var hex = HexFormat.of();
    assertEquals(lowThenHigh, hex.toHexDigits(murmur.low()) + hex.toHexDigits(murmur.high()));
  }

  @Test
  void aFingerprintIsTheSameInEveryRun() {
    assertEquals(
        "cc4b29393778419da097098a4e7151f8",
        CrawlUrl.of("http://example.com/").fingerprint().toString());
  }
}

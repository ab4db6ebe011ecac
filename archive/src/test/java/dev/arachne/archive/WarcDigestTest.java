package dev.arachne.archive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WarcDigestTest {
  private static final String EMPTY_SHA1 = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";

  @Test
  void sha1IsWrittenInBase32() {
    assertEquals(EMPTY_SHA1, ofNothing(WarcDigest.Algorithm.SHA1).toString());
  }

  @Test
  void sha256IsWrittenInHexadecimalDigits() {
    assertEquals(
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        ofNothing(WarcDigest.Algorithm.SHA256).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        EMPTY_SHA1,
        "SHA-1:3i42h3s6nnfq2msvx7xzkyayscx5qbyj",
        "sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709",
        " sha1 : DA39A3EE5E6B4B0D3255BFEF95601890AFD80709"
      })
  void formsOfOneDigestAreEqual(String text) {
    assertEquals(Optional.of(ofNothing(WarcDigest.Algorithm.SHA1)), WarcDigest.parse(text));
  }

  @ParameterizedTest
  @EnumSource(WarcDigest.Algorithm.class)
  void base32IsReadBack(WarcDigest.Algorithm algorithm) {
    WarcDigest digest = ofNothing(algorithm);
    String base32 = algorithm.label() + ":" + digest.base32();
    assertEquals(Optional.of(digest), WarcDigest.parse(base32));
    assertEquals(Optional.of(digest), WarcDigest.parse(base32 + "===="));
    assertArrayEquals(algorithm.digest().digest(), digest.bytes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sha1",
        "sha1:",
        "sha1:3I42H3S6",
        "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBY1",
        "sha1:gg39a3ee5e6b4b0d3255bfef95601890afd80709",
        "md5:d41d8cd98f00b204e9800998ecf8427e"
      })
  void anInvalidDigestIsEmpty(String text) {
    assertEquals(Optional.empty(), WarcDigest.parse(text));
  }

  @Test
  void aDigestHasTheLengthOfItsAlgorithm() {
    assertThrows(
        IllegalArgumentException.class,
        () -> WarcDigest.of(WarcDigest.Algorithm.SHA256, new byte[20]));
  }

  private static WarcDigest ofNothing(WarcDigest.Algorithm algorithm) {
    return WarcDigest.of(algorithm, algorithm.digest().digest());
  }
}

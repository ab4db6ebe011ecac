package dev.arachne.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ChallengeTest {
  private static final String PARAMETERS =
      """
      realm="http-auth@example.org", qop="auth, auth-int", %s\
      nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"\
      """;

  private static String answer(String field) {
    return Challenge.strongest(List.of(field))
        .orElseThrow()
        .answer(
            "Mufasa",
            "Circle of Life",
            HttpMethod.GET,
            "/dir/index.html",
            1,
            "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ");
  }

  /** RFC 7616 3.9.1. */
  @ParameterizedTest
  @CsvSource({
    "MD5, 8ca523f5e9506fed4657c9700eebdbec",
    "SHA-256, 753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"
  })
  void theExamplesOfTheStandardAreAnsweredAsThere(String algorithm, String response) {
    String answer = answer("Digest " + PARAMETERS.formatted("algorithm=" + algorithm + ", "));
    assertTrue(answer.contains("response=\"" + response + "\""), answer);
    assertTrue(answer.contains(", qop=auth, nc=00000001, cnonce=\"f2/wE4q74E6z"), answer);
    assertTrue(answer.startsWith("Digest username=\"Mufasa\", realm="), answer);
  }

  /** RFC 2617 3.5, with the password and the numbers of that example. */
  @Test
  void aChallengeWithoutAlgorithmIsMd5AndOneWithoutQopIsAnsweredWithout() {
    String nonce = "dcd98b7102dd2f0e8b11d0f600bfb0c093";
    var old =
        Challenge.strongest(List.of("Digest realm=\"testrealm@host.com\",nonce=\"" + nonce + "\""));
    String answer =
        old.orElseThrow()
            .answer("Mufasa", "Circle Of Life", HttpMethod.GET, "/dir/index.html", 1, "x");
    assertTrue(answer.contains("response=\"670fd8c2df070c60b045671b8b24ff02\""), answer);
    assertTrue(!answer.contains("qop") && !answer.contains("algorithm"), answer);
  }

  /** RFC 7617 2. */
  @Test
  void basicIsAnsweredWithBothInBase64() {
    var challenge = Challenge.strongest(List.of("Basic realm=\"WallyWorld\"")).orElseThrow();
    assertEquals("WallyWorld", challenge.realm());
    assertEquals(
        "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==",
        challenge.answer("Aladdin", "open sesame", HttpMethod.GET, "/", 1, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Basic realm=\"a\", Digest realm=\"b\", nonce=\"n\" | b",
        "Digest realm=b , nonce=n, Basic realm=a | b",
        "Negotiate YWJj==, Basic realm=\"x, Digest nonce=\\\"y\" | x, Digest nonce=\"y",
        "Digest realm=weak, nonce=n, Digest realm=strong, nonce=n, algorithm=SHA-256 | strong",
        "Digest realm=odd, nonce=n, algorithm=SHA-512-256, Basic realm=a | a",
        "Digest realm=whole, nonce=n, qop=\"auth-int\", Basic realm=a | a",
        "bAsIc ReAlM = \"a\" | a",
        "NTLM, Basic realm=a | a",
      })
  void theStrongestOneThatCanBeAnsweredIsTaken(String field, String realm) {
    assertEquals(realm, Challenge.strongest(List.of(field)).orElseThrow().realm());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Negotiate", "Digest realm=a", "=,=\"", "Bearer realm=\"a"})
  void impossibleQueriesHaveNoResult(String field) {
    assertTrue(Challenge.strongest(List.of(field)).isEmpty());
  }

  @Test
  void namesBeyondAsciiAndQuotesCannotBreakOutOfTheField() {
    var challenge =
        Challenge.strongest(List.of("Digest realm=\"a\\\"b\", nonce=\"n\", qop=auth"))
            .orElseThrow();
    String plain = challenge.answer("a\"b", "p", HttpMethod.GET, "/", 1, "c");
    assertTrue(plain.contains("username=\"a\\\"b\", realm=\"a\\\"b\""), plain);
    String name = challenge.answer("J\u00E4s\u00F8n", "p", HttpMethod.GET, "/", 1, "c");
    assertTrue(name.contains("username*=UTF-8''J%C3%A4s%C3%B8n"), name);
    assertEquals(name, new RequestField("Authorization", name).value());
  }

  @Test
  void aUserNameThatIsToBeHiddenIs() {
    var challenge =
        Challenge.strongest(
            List.of("Digest realm=\"api@example.org\", nonce=n, userhash=true, algorithm=SHA-256"));
    String answer = challenge.orElseThrow().answer("Mufasa", "p", HttpMethod.GET, "/", 1, "c");
    assertTrue(answer.contains("userhash=true") && !answer.contains("Mufasa"), answer);
  }

  @Test
  void aStaleNonceIsSaidToBe() {
    assertTrue(
        Challenge.strongest(List.of("Digest realm=a, nonce=n, stale=TRUE"))
            .orElseThrow()
            .isStale());
  }
}

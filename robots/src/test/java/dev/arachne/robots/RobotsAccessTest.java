package dev.arachne.robots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RobotsAccessTest {

  private static final byte[] FILE = "User-agent: *\nDisallow: /x".getBytes(UTF_8);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "200 | Fetched     | false | /x | line 2: Disallow: /x",
        "204 | Fetched     | true  | /y | no rule of robots.txt matches",
        "400 | Unavailable | true  | /x | there is no robots.txt (400)",
        "401 | Unavailable | true  | /x | there is no robots.txt (401)",
        "404 | Unavailable | true  | /x | there is no robots.txt (404)",
        "429 | Unreachable | false | /x | robots.txt unreachable: status 429",
        "500 | Unreachable | false | /x | robots.txt unreachable: status 500",
        "503 | Unreachable | false | /x | robots.txt unreachable: status 503",
        "304 | Unreachable | false | /x | robots.txt unreachable: status 304",
        "999 | Unreachable | false | /x | robots.txt unreachable: status 999"
      })
  void aStatusDecidesWhatMayBeFetched(
      int status, String kind, boolean allowed, String path, String reason) {
    var access = RobotsAccess.ofStatus(status, FILE);
    var verdict = access.rules().verdict("a", path);
    assertEquals(kind, access.getClass().getSimpleName());
    assertEquals(reason, verdict.reason());
    assertEquals(allowed, verdict.allowed());
  }

  @Test
  void tooManyRedirectsCountAsNoFileAndAFailureAsNotReachable() {
    var redirects = RobotsAccess.tooManyRedirects();
    assertInstanceOf(RobotsAccess.Unavailable.class, redirects);
    assertEquals("robots.txt redirects too often", redirects.rules().verdict("a", "/").reason());
    var failed = RobotsAccess.failed("connection refused");
    assertInstanceOf(RobotsAccess.Unreachable.class, failed);
    assertEquals(
        "robots.txt unreachable: connection refused", failed.rules().verdict("a", "/").reason());
  }
}

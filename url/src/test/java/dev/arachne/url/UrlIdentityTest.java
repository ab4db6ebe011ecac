package dev.arachne.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlIdentityTest {
  private final UrlIdentity identity =
      new UrlIdentity(
          Stream.of(UrlIdentity.TRACKING, UrlIdentity.SESSIONS)
              .flatMap(Set::stream)
              .collect(Collectors.toSet()));

  @Test
  void byDefaultEveryUrlIsItself() {
    var url = CrawlUrl.of("http://a/b;jsessionid=1?utm_source=c");
    assertSame(url, UrlIdentity.EXACT.of(url));
  }

  @ParameterizedTest
  @CsvSource({
    "/b?utm_source=c, /b",
    "/b?UTM_Source=c&d=e, /b?d=e",
    "/b?d=e&gclid=f&g, /b?d=e&g",
    "/b;jsessionid=1/c;v=2?d, /b/c;v=2?d",
    "/b;JSESSIONID=1, /b",
    "/jsessionid=1, /jsessionid=1",
    "/b?, /b?",
    "/b?a&&b, /b?a&&b",
    "/b?xgclid=1&gclidx=2, /b?xgclid=1&gclidx=2",
    "/b/..;jsessionid=1/c, /b/..;jsessionid=1/c",
    "/b/%2E%2e;jsessionid=1/c;jsessionid=1, /b/%2E%2e;jsessionid=1/c",
    "/b/.;jsessionid=1, /b/.;jsessionid=1",
  })
  void ignoredParametersAreLeftOut(String from, String to) {
    assertEquals(
        CrawlUrl.of("http://me:pw@a:81" + to).href(),
        identity.of(CrawlUrl.of("http://me:pw@a:81" + from)).href());
  }
}

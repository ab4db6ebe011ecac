package dev.arachne.cookies;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.ResponseParser;
import dev.arachne.protocol.ResponseParser.Event;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.LoopOptions;
import dev.arachne.runtime.Task;
import dev.arachne.url.CrawlUrl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CookieJarTest {

  private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");

  private CookieJar jar = new CookieJar();
  private Instant now = NOW;

  @ParameterizedTest
  @CsvSource({
    "a=b, http://www.example.com/, a=b",
    "a=b, http://example.com/, ''",
    "a=b, http://x.www.example.com/, ''",
    "a=b; Domain=example.com, http://other.example.com/, a=b",
    "a=b; Domain=.Example.com, http://example.com/, a=b",
    "a=b; Domain=www.example.com, http://x.www.example.com/, a=b",
    "a=b; Domain=other.com, http://other.com/, ''",
    "a=b; Domain=com, http://www.example.com/, ''",
    "a=b; Domain=ww.example.com, http://www.example.com/, ''",
    "a=b; Path=/x, http://www.example.com/x/y, a=b",
    "a=b; Path=/x, http://www.example.com/xy, ''",
    "a=b; Path=x, http://www.example.com/, a=b",
    "a=b; Secure, http://www.example.com/, ''",
    "a=b; Max-Age=0, http://www.example.com/, ''",
    "a=b; Max-Age=99999999999999, http://www.example.com/, a=b",
    "a=b; Expires=Fri; Max-Age=60, http://www.example.com/, a=b",
    "'a=b; Expires=Fri, 20 Nov 2026 00:00:00 GMT', http://www.example.com/, ''",
    "'a=b; Expires=Sun, 22 Nov 2026 00:00:00 GMT', http://www.example.com/, a=b",
    "__Secure-a=b, http://www.example.com/, ''",
    "__host-a=b; Path=/, http://www.example.com/, ''",
    "=b, http://www.example.com/, b",
    "b, http://www.example.com/, b",
    "' a = b c ;x', http://www.example.com/, a=b c",
    "=, http://www.example.com/, ''",
  })
  void aCookieSetOverHttpComesBackWhereItMay(String field, String url, String sent) {
    set("http://www.example.com/", field);
    assertEquals(sent, sentTo(url));
  }

  @ParameterizedTest
  @CsvSource({
    "a=b; Secure, https://www.example.com/, a=b",
    "a=b; Secure, http://www.example.com/, ''",
    "__Secure-a=b; Secure, https://www.example.com/, __Secure-a=b",
    "__Host-a=b; Secure; Path=/, https://www.example.com/, __Host-a=b",
    "__Host-a=b; Secure; Path=/; Domain=example.com, https://www.example.com/, ''",
    "__Host-a=b; Secure, https://www.example.com/, ''",
  })
  void aCookieSetOverHttpsComesBackWhereItMay(String field, String url, String sent) {
    set("https://www.example.com/", field);
    assertEquals(sent, sentTo(url));
  }

  @Test
  void aPublicSuffixTakesCookiesForItselfAlone() {
    set("http://alice.github.io/", "a=b; Domain=github.io");
    assertEquals("", sentTo("http://bob.github.io/"));
    set("http://127.0.0.1/", "a=b; Domain=127.0.0.1");
    assertEquals("a=b", sentTo("http://127.0.0.1/"));
    set("http://localhost/", "a=b; Domain=localhost");
    assertEquals("a=b", sentTo("http://localhost/"));
  }

  @Test
  void longerPathsComeFirstThenOlderCookies() {
    set("http://example.com/a/b", "one=1", "two=2; Path=/", "three=3", "four=4; Path=/");
    assertEquals("one=1; three=3; two=2; four=4", sentTo("http://example.com/a/c"));
    assertEquals("two=2; four=4", sentTo("http://example.com/b"));
  }

  @Test
  void plainTextDoesNotReplaceASecureCookie() {
    set("https://example.com/", "a=safe; Secure");
    set("http://example.com/", "a=evil");
    assertEquals("a=safe", sentTo("https://example.com/"));
  }

  @Test
  void aCookieIsReplacedAndRemovedByItsLikes() {
    set("http://example.com/", "a=1", "a=2");
    assertEquals("a=2", sentTo("http://example.com/"));
    set("http://example.com/", "a=; Max-Age=-1");
    assertEquals("", sentTo("http://example.com/"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "1994 nov 6 8:49:37"
      })
  void datesAreReadInWhateverOrderTheyCome(String date) {
    assertEquals(Instant.parse("1994-11-06T08:49:37Z"), CookieDate.parse(date).get());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "Sun", "06 Nov 1994", "31 Feb 1994 00:00:00", "1 Jan 1600 00:00:00", "1:2"})
  void invalidDatesAreIgnored(String date) {
    assertEquals(true, CookieDate.parse(date).isEmpty());
  }

  @Test
  void aFullDomainGivesUpItsLeastRecentlyUsedCookieForANewOne() {
    for (int i = 0; i < KeptCookies.MAX_PER_DOMAIN; i++) {
      set("http://example.com/", "tracker" + i + "=x; Path=/p" + i);
    }
    assertEquals("tracker0=x", sentTo("http://example.com/p0"));
    set("http://example.com/", "login=me; Path=/login");
    assertEquals("login=me", sentTo("http://example.com/login"));
    assertEquals("tracker0=x", sentTo("http://example.com/p0"), "it was used last");
    assertEquals("", sentTo("http://example.com/p1"));
    assertEquals("tracker2=x", sentTo("http://example.com/p2"));
  }

  @Test
  void aFullDomainGivesUpExpiredCookiesFirstThenThoseOfPlainText() {
    set("https://example.com/", "safe=1; Secure; Path=/safe");
    set("http://example.com/", "short=1; Max-Age=5; Path=/short");
    for (int i = 2; i < KeptCookies.MAX_PER_DOMAIN; i++) {
      set("http://example.com/", "tracker" + i + "=x; Path=/p" + i);
    }
    now = NOW.plusSeconds(10);
    set("http://example.com/", "first=1; Path=/first");
    assertEquals("tracker2=x", sentTo("http://example.com/p2"), "the expired one went");
    set("http://example.com/", "second=1; Path=/second");
    assertEquals("safe=1", sentTo("https://example.com/safe"));
    assertEquals("", sentTo("http://example.com/p3"));
  }

  @Test
  void allCookiesTogetherKeepToABoundInBytes() {
    jar = new CookieJar(1 << 20);
    String value = "v".repeat(4_000);
    for (int i = 0; i < 2_000; i++) {
      set("http://host" + i + ".com/", "a=" + value);
      assertEquals(true, jar.bytes() <= 1 << 20);
      assertEquals("a=" + value, sentTo("http://host" + i + ".com/"));
      assertEquals("a=" + value, sentTo("http://host0.com/"), "it is used all the time");
    }
    assertEquals("", sentTo("http://host1.com/"));
  }

  @Test
  void anAnswerMaySetFiftyCookies() {
    String[] fields = new String[60];
    Arrays.setAll(fields, i -> "c" + i + "=x; Path=/p" + i);
    set("http://example.com/", fields);
    assertEquals("c49=x", sentTo("http://example.com/p49"));
    assertEquals("", sentTo("http://example.com/p50"));
  }

  private void set(String url, String... fields) {
    var reply = new StringBuilder("HTTP/1.1 200 OK\r\n");
    for (String field : fields) {
      reply.append("Set-Cookie: ").append(field).append("\r\n");
    }
    byte[] bytes = reply.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    var parser = new ResponseParser(HttpMethod.GET, HttpLimits.DEFAULT);
    parser.input(bytes, 0, bytes.length);
    assertEquals(Event.HEAD, parser.next());
    jar.store(CrawlUrl.of(url), parser.head().headers(), now);
  }

  private String sentTo(String url) {
    return jar.cookieFor(CrawlUrl.of(url), now.plus(Duration.ofSeconds(1))).orElse("");
  }

  @Test
  void loopsThatShareAJarDoNotStopEachOthersCoroutines() {
    try (var one = EventLoop.start("one", LoopOptions.STRICT);
        var two = EventLoop.start("two", LoopOptions.STRICT)) {
      var users = new ArrayList<Task<String>>();
      for (EventLoop loop : List.of(one, two)) {
        users.add(loop.spawn("user", this::useOften));
      }
      users.forEach(user -> assertEquals(50, user.await().split("; ").length));
    }
  }

  private String useOften() {
    String sent = "";
    for (int i = 0; i < 10_000; i++) {
      set("http://www.example.com/", "a" + i % 50 + "=b");
      sent = sentTo("http://www.example.com/");
    }
    return sent;
  }
}

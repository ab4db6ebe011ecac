package dev.arachne.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.url.RejectionReason.Rule;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrawlUrlTest {

  @Test
  void aUrlIsItsPartsAndTheirSum() {
    var url = CrawlUrl.of("HTTPS://Example.COM:8443/A/b.html?q=1#top");
    assertEquals("https://example.com:8443/A/b.html?q=1", url.toString());
    assertEquals("https", url.scheme());
    assertEquals("example.com", url.host());
    assertEquals(8443, url.port());
    assertEquals("/A/b.html", url.path());
    assertEquals("?q=1", url.query());
    assertEquals("/A/b.html?q=1", url.pathAndQuery());
    assertEquals(new Origin("https", "example.com", 8443), url.origin());
  }

  @Test
  void originsAreEqualWhereSchemeHostAndPortAre() {
    Origin origin = CrawlUrl.of("http://example.com/a").origin();
    Origin same = CrawlUrl.of("HTTP://Example.com:80/b").origin();
    assertEquals(origin, same);
    assertEquals(origin.hashCode(), same.hashCode());
    assertNotEquals(origin, CrawlUrl.of("https://example.com:80/").origin());
    assertNotEquals(origin, CrawlUrl.of("http://example.org/").origin());
    assertNotEquals(origin, CrawlUrl.of("http://example.com:81/").origin());
  }

  @Test
  void theRequestTargetOfABareHostIsASlash() {
    assertEquals("/", CrawlUrl.of("http://example.com").pathAndQuery());
    assertEquals("/?q", CrawlUrl.of("http://example.com?q").pathAndQuery());
  }

  @ParameterizedTest
  @CsvSource({
    "http://example.com/, example.com, 80",
    "https://example.com/, example.com, 443",
    "http://example.com:443/, example.com, 443",
    "http://example.com:0/, example.com, 0",
    "http://[::1]/:8, [::1], 80",
    "http://[::1]:8080/, [::1], 8080",
    "http://[1:2:3:4:5:6:7:8]/, [1:2:3:4:5:6:7:8], 80",
    "http://127.1:81/a:b, 127.0.0.1, 81",
  })
  void hostAndPortAreDistinguished(String input, String host, int port) {
    assertEquals(host, CrawlUrl.of(input).host());
    assertEquals(port, CrawlUrl.of(input).port());
  }

  @ParameterizedTest
  @CsvSource({
    "http://example.com/:1, example.com",
    "https://user@example.com:443/, example.com",
    "http://example.com:443/, example.com:443",
    "http://[::1]:8080/?[::1]:80, [::1]:8080",
  })
  void aHostFieldNamesThePortThatIsNotTheDefault(String input, String field) {
    assertEquals(field, CrawlUrl.of(input).hostAndPort());
  }

  @Test
  void urlsOfOnePageAreEqual() {
    var url = CrawlUrl.of("http://example.com/a");
    for (String same :
        new String[] {
          "HTTP://EXAMPLE.com:80/a#b", "http://example.com/x/../a", "http:\\\\example.com\\%2e\\a"
        }) {
      assertEquals(url, CrawlUrl.of(same));
      assertEquals(url.hashCode(), CrawlUrl.of(same).hashCode());
      assertEquals(url.fingerprint(), CrawlUrl.of(same).fingerprint());
      assertEquals(0, url.compareTo(CrawlUrl.of(same)));
    }
  }

  @Test
  void urlsThatMayNameTwoPagesAreNotEqual() {
    var url = CrawlUrl.of("http://example.com/a");
    for (String other :
        new String[] {
          "https://example.com/a", "http://example.com/A", "http://example.com/a/",
          "http://example.com/a?", "http://example.com:81/a", "http://example.com./a"
        }) {
      assertNotEquals(url, CrawlUrl.of(other));
      assertNotEquals(url.fingerprint(), CrawlUrl.of(other).fingerprint());
    }
  }

  @Test
  void credentialsAreCarriedButAreNotPartOfIdentityAndNeverPrinted() {
    var url = CrawlUrl.of("http://me@home:p:w@example.com/a");
    assertEquals(CrawlUrl.of("http://example.com/a"), url);
    assertEquals(CrawlUrl.of("http://example.com/a").fingerprint(), url.fingerprint());
    assertEquals("http://example.com/a", url.toString());
    assertEquals(Optional.of("me%40home:p%3Aw"), url.userInfo());
    assertEquals("http://me%40home:p%3Aw@example.com/a", url.href());
  }

  @Test
  void credentialsGoFromTheBaseToItsOwnHostOnly() {
    var base = CrawlUrl.of("http://me:pw@example.com/a/");
    assertEquals(Optional.of("me:pw"), resolved(base, "b").userInfo());
    assertEquals(Optional.of("me:pw"), resolved(base, "?b").userInfo());
    assertEquals(Optional.empty(), resolved(base, "//example.org/b").userInfo());
    assertEquals(Optional.empty(), resolved(base, "http://example.com/b").userInfo());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ftp://example.com/ | SCHEME | scheme ftp is not crawled",
        "JavaScript:void(0) | SCHEME | scheme javascript is not crawled",
        "/a | RELATIVE | a relative reference without a base",
        "http:///?q | HOST_MISSING | no host",
        "http://:80/ | HOST_MISSING | no host",
        "http://%C2%AD/ | HOST_MISSING | no host",
        "http://a b/ | HOST_CHARACTER | a forbidden character in the host",
        "http://xn--a.com/ | HOST_IDNA | the host is not a valid international domain name",
        "http://1.2.3.256/ | HOST_IPV4 | the host is not a valid IPv4 address",
        "http://[1::2::3]/ | HOST_IPV6 | the host is not a valid IPv6 address",
        "http://a:65536/ | PORT | the port is not a number from 0 to 65535",
      })
  void aRejectionNamesTheRule(String input, Rule rule, String text) {
    var rejected = assertInstanceOf(RejectedUrl.class, CrawlUrl.parse(input));
    assertEquals(input, rejected.input());
    assertEquals(rule, rejected.reason().rule());
    assertEquals(text, rejected.reason().text());
  }

  @ParameterizedTest
  @CsvSource({
    "http://me:secret@a:b/, http://me:***@a:b/",
    "http:/\\me:secret@:80/x, http:/\\me:***@:80/x",
    "http:me:secret@?, http:me:***@?",
    "ftp://me:sec@ret@a/b@c:d@e, ftp://me:***@a/b@c:d@e",
    "//:secret@, //:***@",
    "mailto:me@a, mailto:me@a",
    "http://a:b/c@d, http://a:b/c@d",
  })
  void aRejectedUrlKeepsThePasswordToItself(String input, String shown) {
    assertEquals(shown, assertInstanceOf(RejectedUrl.class, CrawlUrl.parse(input)).input());
  }

  @Test
  void theLengthIsBoundedBeforeAndAfterEncoding() {
    String root = "http://a/";
    int room = CrawlUrl.MAX_LENGTH - root.length();
    assertInstanceOf(CrawlUrl.class, CrawlUrl.parse(root + "x".repeat(room)));
    for (String tooLong : new String[] {"x".repeat(room + 1), " ".repeat(room - 1) + "x"}) {
      var rejected = assertInstanceOf(RejectedUrl.class, CrawlUrl.parse(root + tooLong));
      assertEquals(Rule.TOO_LONG, rejected.reason().rule());
    }
  }

  @Test
  void aForeignSchemeIsNamedInBoundedSpace() {
    var rejected = (RejectedUrl) CrawlUrl.parse("x".repeat(1000) + ":y");
    assertEquals("x".repeat(32), rejected.reason().scheme());
  }

  @Test
  void aBadLiteralIsTheProgramsMistake() {
    var thrown = assertThrows(IllegalArgumentException.class, () -> CrawlUrl.of("mailto:a@b"));
    assertEquals("scheme mailto is not crawled: mailto:a@b", thrown.getMessage());
  }

  @Test
  void aLoneSurrogateIsReadAsTheReplacementCharacter() {
    assertEquals("http://a/%EF%BF%BD", CrawlUrl.of("http://a/\uD800").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://www.Example.com/a?b | com,example,www)/a?b",
        "https://example.com:8443/ | com,example:8443)/",
        "http://localhost/ | localhost)/",
        "http://192.168.0.1/x | 192.168.0.1)/x",
        "http://[2001:db8::1]:81/ | [2001:db8::1]:81)/",
      })
  void surtPutsTheMostGeneralLabelFirst(String input, String surt) {
    assertEquals(surt, CrawlUrl.of(input).surt());
  }

  @Test
  void anOriginIsWrittenAsUrlsBegin() {
    assertEquals("http://example.com", CrawlUrl.of("http://example.com/a").origin().toString());
    assertEquals("https://[::1]:80", CrawlUrl.of("https://[::1]:80/").origin().toString());
  }

  @Test
  void urlsSortByTheirText() {
    assertTrue(CrawlUrl.of("http://a/1").compareTo(CrawlUrl.of("http://a/2")) < 0);
    assertFalse(CrawlUrl.of("http://b/").compareTo(CrawlUrl.of("http://a/")) < 0);
  }

  private static CrawlUrl resolved(CrawlUrl base, String reference) {
    return assertInstanceOf(CrawlUrl.class, base.resolve(reference));
  }
}

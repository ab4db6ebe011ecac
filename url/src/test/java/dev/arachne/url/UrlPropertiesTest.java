package dev.arachne.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What holds for every input, tried on many made of the pieces that matter to the parser. */
class UrlPropertiesTest {
  private static final int ROUNDS = 200_000;

  private static final String[] PIECES = {
    "http:",
    "https:",
    "ftp:",
    "HtTp:",
    "/",
    "//",
    "\\",
    "..",
    ".",
    "%2e",
    "%2E%2e",
    "?",
    "#",
    "@",
    ":",
    ":80",
    ":443",
    ":8080",
    "[",
    "]",
    "[::1]",
    "[1:2::ffff:1.2.3.4]",
    "example.com",
    "EXAMPLE",
    "xn--",
    "xn--mnchen-3ya.de",
    "münchen.de",
    "1.2.3.4",
    "0x7f.1",
    "256",
    "09",
    "%",
    "%41",
    "%zz",
    "%00",
    " ",
    "\t",
    "\n",
    "\r",
    "é",
    "中",
    "\uD83D\uDE00",
    "a",
    "b;c=d",
    "x&y=z",
    "'",
    "\"",
    "<",
    "|",
    "^",
    "{",
    "}",
    "`",
    "~",
    "\u0000",
    "\u007f",
    "\u00ad",
    "ß",
    "\u200d",
    "+",
    "-",
    "_"
  };

  private static final Pattern CANONICAL =
      Pattern.compile(
          "https?://([a-z0-9!$&'()*+,;=_`{}~\"._-]+|\\[[0-9a-f:]+\\])(:[1-9][0-9]{0,4}|:0)?"
              + "/[!$%&'()*+,/:;=@A-Za-z0-9\\[\\]_|~.-]*"
              + "(\\?[!$%&()*+,/:;=?@A-Za-z0-9\\[\\\\\\]^_`{|}~.-]*)?");

  private final Random random = new Random(7);

  @Test
  void aCanonicalFormIsItsOwnCanonicalForm() {
    for (int i = 0; i < ROUNDS; i++) {
      if (CrawlUrl.parse(input("http://")) instanceof CrawlUrl url) {
        assertTrue(CANONICAL.matcher(url.toString()).matches(), url::toString);
        var again = assertInstanceOf(CrawlUrl.class, CrawlUrl.parse(url.toString()));
        assertEquals(url.toString(), again.toString());
        assertEquals(
            url.href(), assertInstanceOf(CrawlUrl.class, CrawlUrl.parse(url.href())).href());
      }
    }
  }

  @Test
  void aReusedResolverAgreesWithAFreshOne() {
    var reused = new UrlResolver();
    CrawlUrl base = CrawlUrl.of("http://a/");
    for (int i = 0; i < ROUNDS; i++) {
      String input = input("");
      reused.base(base);
      byte[] bytes = input.getBytes(StandardCharsets.UTF_8);
      boolean resolved = reused.resolve(bytes, 0, bytes.length);
      switch (base.resolve(input)) {
        case CrawlUrl url -> {
          assertTrue(resolved);
          assertEquals(url.href(), reused.url().href());
          assertEquals(url.fingerprint(), new Fingerprint(reused.high(), reused.low()));
          base = url.toString().length() < 200 ? url : CrawlUrl.of("https://b/c/d?e");
        }
        case RejectedUrl(_, UrlRejection reason) -> assertEquals(reason, reused.rejection());
      }
    }
  }

  @Test
  void noBytesMakeItThrow() {
    var resolver = new UrlResolver();
    resolver.base(CrawlUrl.of("http://a/b?c"));
    byte[] bytes = new byte[40];
    for (int i = 0; i < ROUNDS; i++) {
      random.nextBytes(bytes);
      byte[] prefix = input("").getBytes(StandardCharsets.UTF_8);
      System.arraycopy(prefix, 0, bytes, 0, Math.min(prefix.length, 20));
      resolver.queryCharset(i % 2 == 0 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
      if (resolver.resolve(bytes, random.nextInt(20), 20 + random.nextInt(20))) {
        String text = resolver.url().toString();
        assertEquals(text, CrawlUrl.of(text).toString());
      } else {
        assertTrue(resolver.rejection().text().length() > 5);
      }
    }
  }

  @Test
  void anAbsoluteReferenceToAnotherSchemeDoesNotDependOnTheBase() {
    CrawlUrl base = CrawlUrl.of("https://base.example/x/y?z");
    for (int i = 0; i < ROUNDS; i++) {
      String input = input("http:");
      String alone = outcome(CrawlUrl.parse(input));
      assertEquals(alone, outcome(base.resolve(input)), input);
    }
  }

  private static String outcome(ParsedUrl parsed) {
    return switch (parsed) {
      case CrawlUrl url -> url.href();
      case RejectedUrl rejected -> rejected.reason().text();
    };
  }

  private String input(String start) {
    var input = new StringBuilder(start);
    for (int pieces = random.nextInt(9); pieces > 0; pieces--) {
      input.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return input.toString();
  }
}

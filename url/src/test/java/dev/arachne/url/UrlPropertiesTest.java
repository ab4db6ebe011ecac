package dev.arachne.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
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

  private static final String[] PLAIN_PIECES = {
    "/",
    "/",
    ".",
    "-",
    "_",
    "a",
    "Z",
    "9",
    "~",
    "!$'()*+,;=",
    "java.base",
    "package-summary.html",
    "#",
    "a/b"
  };

  private static final CrawlUrl[] BASES = {
    CrawlUrl.of("http://a/"),
    CrawlUrl.of("https://user:word@host.example:81/b"),
    CrawlUrl.of("http://host.example/b/cc/ddd/e.html?f=g/h")
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
        case RejectedUrl(_, RejectionReason reason) -> assertEquals(reason, reused.rejection());
      }
    }
  }

  @Test
  void theShortCutForPlainReferencesLeadsWhereTheLongWayDoes() {
    var resolver = new UrlResolver();
    int taken = 0;
    for (int i = 0; i < ROUNDS; i++) {
      resolver.base(BASES[random.nextInt(BASES.length)]);
      byte[] reference = plainInput().getBytes(StandardCharsets.UTF_8);
      int from = random.nextInt(4);
      byte[] page = new byte[from + reference.length + random.nextInt(20)];
      random.nextBytes(page);
      System.arraycopy(reference, 0, page, from, reference.length);
      if (resolver.tryFastResolve(page, from, from + reference.length)) {
        taken++;
        String href = resolver.url().href();
        Fingerprint fingerprint = resolver.url().fingerprint();
        assertTrue(resolver.resolve(reference, 0, reference.length), href);
        assertEquals(resolver.url().href(), href);
        assertEquals(resolver.url().fingerprint(), fingerprint);
      } else {
        assertThrows(IllegalStateException.class, resolver::url);
      }
    }
    assertTrue(taken > ROUNDS / 4, () -> "few were plain");
  }

  @Test
  void theShortCutIsNotForWhatMeansMoreThanItself() {
    var resolver = new UrlResolver();
    resolver.base(CrawlUrl.of("http://a/b/c"));
    for (String reference :
        "a&amp;b a&#35; a%2eb x:y a?b a\\b //h /./b ./b ../. a/../b a/.b é \tb b\r h:80/"
            .split(" ", -1)) {
      byte[] bytes = reference.getBytes(StandardCharsets.UTF_8);
      assertFalse(resolver.tryFastResolve(bytes, 0, bytes.length), reference);
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

  /** Mostly plain, now and then with a piece that is not. */
  private String plainInput() {
    var input = new StringBuilder("../".repeat(random.nextInt(4) * random.nextInt(2)));
    for (int pieces = random.nextInt(12); pieces > 0; pieces--) {
      String[] from = random.nextInt(16) == 0 ? PIECES : PLAIN_PIECES;
      input.append(from[random.nextInt(from.length)]);
    }
    return input.toString();
  }

  private String input(String start) {
    var input = new StringBuilder(start);
    for (int pieces = random.nextInt(9); pieces > 0; pieces--) {
      input.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return input.toString();
  }
}

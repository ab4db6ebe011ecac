package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that a site can tell from those of others, each verified by the public key. */
class SignedCrawlTest {
  private static final Pattern INPUT =
      Pattern.compile("sig=(\\(([^)]*)\\);created=(\\d+);keyid=\"[^\"]+\";.*expires=(\\d+);.*)");

  @TempDir Path folder;
  private Path file;
  private KeyPair keys;

  @BeforeEach
  void makeKey() throws Exception {
    keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    file = folder.resolve("bot.pem");
    Files.writeString(
        file,
        "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
            .formatted(Base64.getMimeEncoder().encodeToString(keys.getPrivate().getEncoded())));
  }

  private static TestSite site() {
    return TestSite.of(
        route("/robots.txt", Reply.text("User-agent: *\nAllow: /")),
        route("/", html("<a href=/a>1</a><a href=/moved>2</a>")),
        route("/a", html("A")),
        route("/moved", Reply.redirect(302, "/target")),
        route("/target", html("B")));
  }

  /** Says what is wrong with the signature of a request. */
  private void verify(LoggedRequest request) throws Exception {
    Matcher input = INPUT.matcher(request.header("Signature-Input").orElse(""));
    assertTrue(input.matches(), request::toString);
    var base = new StringBuilder();
    for (String component : input.group(2).split(" ", -1)) {
      String value =
          component.equals("\"@authority\"")
              ? request.header("Host").orElseThrow()
              : request.header(component.replace("\"", "")).orElseThrow();
      base.append(component).append(": ").append(value).append('\n');
    }
    base.append("\"@signature-params\": ").append(input.group(1));
    String signature = request.header("Signature").orElseThrow();
    assertTrue(signature.startsWith("sig=:") && signature.endsWith(":"), signature);
    Signature verifier = Signature.getInstance("Ed25519");
    verifier.initVerify(keys.getPublic());
    verifier.update(base.toString().getBytes(UTF_8));
    assertTrue(
        verifier.verify(Base64.getDecoder().decode(signature.substring(5, signature.length() - 1))),
        base::toString);
    Instant now = Instant.now();
    assertTrue(!Instant.ofEpochSecond(Long.parseLong(input.group(3))).isAfter(now));
    assertTrue(Instant.ofEpochSecond(Long.parseLong(input.group(4))).isAfter(now));
  }

  @Test
  void eachRequestOfACrawlIsSigned() throws Exception {
    try (TestWeb web = TestWeb.serve(site());
        TestWeb other = TestWeb.serve(site())) {
      TestCrawl.of(
          CrawlOptions.crawlOf(web.url("/"), other.url("/"))
              .signingKey(file)
              .agent(URI.create("https://bot.example"))
              .sitemaps(SitemapPolicy.FOLLOW));
      for (TestWeb each : Set.of(web, other)) {
        assertEquals(
            Set.of("/robots.txt", "/sitemap.xml", "/", "/a", "/moved", "/target"),
            new TreeSet<>(each.targets()));
        for (LoggedRequest request : each.requests()) {
          assertEquals("\"https://bot.example\"", request.header("Signature-Agent").orElse(""));
          verify(request);
        }
      }
      assertTrue(
          !web.requests()
              .getFirst()
              .header("Signature")
              .equals(other.requests().getFirst().header("Signature")),
          "a signature is for one host");
    }
  }

  @Test
  void aKeyNeedsNoAgent() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      TestCrawl.of(crawlOf(web.url("/a")).signingKey(file));
      for (LoggedRequest request : web.requests()) {
        assertTrue(request.header("Signature-Agent").isEmpty());
        verify(request);
      }
    }
  }

  @Test
  void aMistakeIsOneLineBeforeAnyRequest() throws Exception {
    Path noKey = Files.writeString(folder.resolve("no.pem"), "no key");
    Path missing = folder.resolve("missing.pem");
    URI agent = URI.create("https://bot.example");
    try (TestWeb web = TestWeb.serve(site())) {
      refused(
          crawlOf(web.url("/")).agent(agent),
          "--agent: there is no key to sign with; use --sign FILE too");
      refused(
          crawlOf(web.url("/")).signingKey(file).agent(URI.create("http://bot.example")),
          "--agent http://bot.example: sites take keys by https alone; use https://...");
      refused(
          crawlOf(web.url("/")).signingKey(noKey),
          "--sign "
              + noKey
              + ": has no private key in PEM; make one: openssl genpkey -algorithm ed25519 -out FILE");
      refused(crawlOf(web.url("/")).signingKey(missing), "cannot be read; choose another --sign");
      assertEquals(0, web.requestCount());
    }
  }

  private static void refused(CrawlOptions.Builder options, String end) {
    var refusal = assertThrows(UsageException.class, () -> TestCrawl.of(options));
    assertTrue(String.valueOf(refusal.getMessage()).endsWith(end), refusal::getMessage);
  }
}

package dev.arachne.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.http.Proxy;
import dev.arachne.protocol.RequestField;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a table of hosts says of a host, and what is said of its mistakes. */
class HostTableTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("SITE_PASSWORD", "0pen$1\\", "TOKEN", "t0k3n");

  @TempDir Path temporary;

  private static HostTable table(String text) throws HostTableException {
    return HostTable.parse("hosts.yaml", text, ENVIRONMENT::get);
  }

  private static HostSettings of(HostTable table, String url) {
    return table.of(CrawlUrl.of(url));
  }

  @Test
  void allKeysAreRead() throws Exception {
    HostTable table =
        table(
            """
            hosts:
              Example.org:
                delay: 2s
                per-host: 3
                limit-rate: 500K
                headers: {Accept-Language: de, X-Key: "${TOKEN}"}
                user: "name:pass:word"
                proxy: [http://127.0.0.1:3128, "socks5://me:x@[::1]:1"]
                user-agent: me/1
                login:
                  page: https://example.org/login
                  fields: {user: me, password: "a${SITE_PASSWORD}"}
                  proves: {selector: a.logout}
                  expired: {url: /in, status: [401, 403]}
            """);
    HostSettings its = of(table, "https://example.org/x");
    assertEquals(Optional.of(Duration.ofSeconds(2)), its.bounds().delay());
    assertEquals(OptionalInt.of(3), its.bounds().perHost());
    assertEquals(OptionalLong.of(500 << 10), its.byteRate());
    assertEquals(
        List.of(new RequestField("Accept-Language", "de"), new RequestField("X-Key", "t0k3n")),
        its.headers().orElseThrow());
    assertEquals("pass:word", its.user().orElseThrow().password());
    assertEquals(
        List.of(3128, 1),
        its.proxies().orElseThrow().stream().map(SiteProxy::proxy).map(Proxy::port).toList());
    assertEquals(Optional.of("me/1"), its.userAgent());
    HostLogin login = its.login().orElseThrow();
    assertEquals(Map.of("user", "me", "password", "a0pen$1\\"), login.fields());
    assertEquals(new HostLogin.Proof.Selector("a.logout"), login.proves());
    assertEquals(new HostLogin.Expiry(Optional.of("/in"), Set.of(401, 403)), login.expired());
    assertFalse((table + "" + its + login).contains("0pen"));
  }

  @Test
  void theMostSpecificEntryWinsKeyByKey() throws Exception {
    HostTable table =
        table(
            """
            {"hosts": {
              "*.example.org": {"delay": "1s", "per-host": 1, "user-agent": "far"},
              "*.b.example.org": {"per-host": 2, "user-agent": "near"},
              "a.b.example.org": {"per-host": 3},
              "a.b.example.org:8080": {"delay": 4}}}
            """);
    record Row(String url, long seconds, int perHost, String agent) {}
    for (Row row :
        List.of(
            new Row("http://x.example.org/", 1, 1, "far"),
            new Row("http://x.b.example.org/", 1, 2, "near"),
            new Row("https://a.b.example.org/", 1, 3, "near"),
            new Row("http://a.b.example.org:8080/", 4, 3, "near"))) {
      HostSettings its = of(table, row.url());
      assertEquals(
          row,
          new Row(
              row.url(),
              its.bounds().delay().orElseThrow().toSeconds(),
              its.bounds().perHost().orElseThrow(),
              its.userAgent().orElseThrow()));
    }
    assertEquals(HostSettings.NONE, of(table, "http://example.org/"));
    assertEquals(HostSettings.NONE, of(table, "http://badexample.org/"));
  }

  @Test
  void bothUsualPortsAreOneServerAndNamesAreThoseOfUrls() throws Exception {
    HostTable table = table("hosts: {'bücher.example:443': {delay: 1}, '[::1]': {delay: 2}}");
    assertTrue(of(table, "http://xn--bcher-kva.example/").bounds().delay().isPresent());
    assertTrue(of(table, "https://xn--bcher-kva.example/").bounds().delay().isPresent());
    assertTrue(of(table, "http://xn--bcher-kva.example:81/").bounds().delay().isEmpty());
    assertTrue(of(table, "http://[::1]:99/").bounds().delay().isPresent());
  }

  @Test
  void aLoginSaysWhatEndsItsSession() throws Exception {
    HostLogin login =
        of(
                table(
                    """
                    hosts:
                      a.example:
                        login:
                          page: https://a.example/login?x=1
                          fields: {user: me}
                          proves: {url: /home}
                    """),
                "https://a.example/")
            .login()
            .orElseThrow();
    assertTrue(login.hasEnded(302, Optional.of(CrawlUrl.of("https://a.example/login"))));
    assertTrue(login.hasEnded(302, Optional.of(CrawlUrl.of("http://a.example/login?next=/"))));
    assertFalse(login.hasEnded(302, Optional.of(CrawlUrl.of("https://a.example/logins"))));
    assertFalse(login.hasEnded(302, Optional.of(CrawlUrl.of("https://b.example/login"))));
    assertFalse(login.hasEnded(401, Optional.empty()));
    assertTrue(login.isFor(CrawlUrl.of("http://a.example/")));
    assertFalse(login.isFor(CrawlUrl.of("http://a.example:8080/")));
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.example/, https://a.example/, https://a.example/x, true",
    "http://a.example/, http://a.example/, http://a.example/x, true",
    "http://a.example/, http://a.example/, https://a.example/x, true",
    "https://a.example/, https://a.example/, http://a.example/x, false",
    "https://a.example/, http://a.example/, http://a.example/x, false",
    "http://a.example/, https://a.example/, http://a.example/x, false",
    "https://a.example/, https://a.example/, https://b.example/x, false",
    "http://a.example/, http://a.example/, http://a.example:8080/x, false",
  })
  void fieldsGoToTheServerOfTheLoginAloneAndStayOnHttps(
      String page, String from, String to, boolean may) {
    var login =
        new HostLogin(
            CrawlUrl.of(page),
            Map.of("u", "x"),
            new HostLogin.Proof.Cookie("c"),
            new HostLogin.Expiry(Optional.empty(), Set.of()));
    assertEquals(may, login.mayHaveFields(CrawlUrl.of(from), CrawlUrl.of(to)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|1: there is no host in it; write hosts: and below it example.org:",
        "host: {}|1: 'host' is not a key of the table; write hosts",
        "hosts: x|1: hosts must be entries of the form key: value",
        "hosts:\\n  a:\\n    dely: 1|3: a: 'dely' is not a key of a host; write one of delay, per-host,"
            + " limit-rate, headers, user, proxy, user-agent, login",
        "hosts:\\n  a:\\n    delay: soon|3: a, delay: 'soon' is not a time; use seconds as in 1.5,"
            + " or 500ms, 2s, 1m",
        "hosts:\\n  a:\\n    per-host: 0|3: a, per-host: 0 is too small; use 1 or more",
        "hosts:\\n  a:\\n    user: secret|3: a, user: the password is missing; use USER:PASSWORD,"
            + " with nothing behind the colon for none",
        "hosts:\\n  a:\\n    user: '${NONE}'|3: a, user: the environment has no variable NONE; set it"
            + " first",
        "hosts:\\n  a:\\n    proxy: ftp://secret|3: a, proxy: proxies of scheme ftp are not supported;"
            + " use http:// or socks5://",
        "hosts:\\n  a:\\n    headers: {Host: secret}|3: a, headers, Host: Host is written by the"
            + " client; use another header",
        "hosts:\\n  a/b:\\n    delay: 1|3: a/b: this is not a host name; write one such as example.org,"
            + " example.org:8080, *.example.org",
        "hosts:\\n  A: {delay: 1}\\n  a: {delay: 2}|3: a: this host is there twice; write one entry"
            + " for it",
        "hosts:\\n  '*.a': {login: {}}|2: *.a, login: a login is for one host; write it in the entry"
            + " of that host",
        "hosts:\\n  a: {login: {page: 'http://a/'}}|2: a, login: page, fields and proves are needed;"
            + " write all three",
        "hosts:\\n  a:\\n    login: {page: 'http://b/', fields: {u: x}, proves: {cookie: c}}|3: a,"
            + " login, page: this is at another host; write the login in the entry of that host",
        "hosts:\\n  a:\\n    login: {page: 'http://a/', fields: {u: x}, proves: {selector: '>>['}}|3:"
            + " a, login, proves: this is not a CSS selector; write one such as a.logout",
        "hosts:\\n  a:\\n    login: {page: 'http://a/', fields: {u: x}, proves: {}}|3: a, login,"
            + " proves: write one of selector, cookie, url, text",
        "hosts:\\n  a: {delay: 1|2: this is neither YAML nor JSON: expected ',' or '}', but got"
            + " <stream end>; put a value with any of : # @ [ { & * ! % in it in single quotes",
      })
  void aMistakeNamesItsLineAndKeyAndNoSecret(String text, String message) {
    String lines = text == null ? "" : text.replace("\\n", "\n");
    HostTableException mistake = assertThrows(HostTableException.class, () -> table(lines), lines);
    assertEquals("hosts.yaml:" + message, mistake.getMessage());
    assertFalse(mistake.getMessage().contains("secret"));
  }

  @Test
  void aFileThatCannotBeReadIsNamed() throws Exception {
    Path file = temporary.resolve("hosts.yaml");
    UsageException none = assertThrows(UsageException.class, () -> HostTable.read(file));
    assertEquals(
        file + ": no such file or directory: cannot be read; choose another --hosts",
        none.getMessage());
    Files.writeString(file, "hosts:\n  a:\n    delay: x\n");
    UsageException bad = assertThrows(UsageException.class, () -> HostTable.read(file));
    assertTrue(bad.getMessage().startsWith(file + ":3: a, delay: 'x' is not a time"));
  }

  @Test
  void theLedgerHasTheBoundsOfHostsAndNothingElseOfThem() throws Exception {
    HostTable table =
        table(
            """
            hosts:
              a.example: {delay: 1500ms, user: "me:0pen"}
              "*.b.example": {per-host: 7, headers: {X-Key: t0k3n}}
              c.example: {user-agent: me}
            """);
    CrawlOptions options =
        CrawlOptions.crawlOf("http://a.example/").delay(Duration.ofSeconds(9)).build();
    String text = PolitenessTerms.text(options, table);
    assertFalse(text.contains("0pen") || text.contains("t0k3n"), text);
    PolitenessTerms terms = PolitenessTerms.read(text);
    assertEquals(Duration.ofMillis(1500), terms.delay(new Origin("http", "a.example", 80)));
    assertEquals(Duration.ofSeconds(9), terms.delay(new Origin("http", "c.example", 80)));
    assertEquals(7, terms.perHost(new Origin("https", "x.b.example", 443)));
  }
}

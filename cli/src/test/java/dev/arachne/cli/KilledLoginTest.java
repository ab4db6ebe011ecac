package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.LoginSite;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A crawl behind a form whose process is killed, and what the next process does. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KilledLoginTest {
  private static final int PAGES = 12;
  private static final Map<String, String> SECRET = Map.of("SITE_PASSWORD", LoginSite.PASSWORD);

  @TempDir Path temporary;

  private Path table(LoginSite site) throws Exception {
    return Files.writeString(
        temporary.resolve("hosts.yaml"),
        """
        hosts:
          127.0.0.1:
            login:
              page: %s
              fields: {user: ali, password: "${SITE_PASSWORD}"}
              proves: {cookie: session}
              expired: {url: /login, status: 401}
        """
            .formatted(site.url("/login")));
  }

  private ArachneProcess crawl(LoginSite site, Map<String, String> environment) throws Exception {
    return ArachneProcess.start(
        temporary,
        environment,
        List.of(
            "crawl",
            "--dir",
            "kept",
            "--tasks",
            "1",
            "--sitemaps",
            "ignore",
            "-v",
            "--hosts",
            table(site).toString(),
            site.url("/")));
  }

  @Test
  void theNextProcessLogsInAgainAndHasTheRest() throws Exception {
    try (var site = new LoginSite(PAGES).holding("/page/5")) {
      ArachneProcess first = crawl(site, SECRET);
      site.awaitHeld();
      first.process().destroyForcibly().waitFor();
      assertEquals(1, site.logins());
      assertSilent(first);
      site.release();

      ArachneProcess without = ArachneProcess.start(temporary, Map.of(), List.of("resume", "kept"));
      assertEquals(2, without.await());
      assertTrue(
          without
              .err()
              .contains(
                  "hosts.yaml:5: 127.0.0.1, login, fields, password: the environment has no"
                      + " variable SITE_PASSWORD; set it first"),
          without.err());

      ArachneProcess second = ArachneProcess.start(temporary, SECRET, List.of("resume", "kept"));
      assertEquals(0, second.await(), second.err());
      assertEquals(2, site.logins());
      assertSilent(second);
      assertTrue(site.pagesAsked().stream().allMatch(LoginSite.Asked::isInSession));
      assertEquals(
          PAGES + 1, site.pagesAsked().stream().map(LoginSite.Asked::path).distinct().count());
    }
  }

  @Test
  void aWrongPasswordIsOneClearLineAndAFailure() throws Exception {
    try (var site = new LoginSite(PAGES)) {
      ArachneProcess crawl = crawl(site, Map.of("SITE_PASSWORD", "wrong-one"));
      assertEquals(1, crawl.await(), crawl.err());
      String line =
          "the login at "
              + site.url("/login")
              + " failed: its answer, status 200, does not prove it; check its fields and what"
              + " proves it; no page of its host is fetched";
      assertEquals(1, crawl.err().lines().filter(its -> its.contains(line)).count(), crawl.err());
      assertEquals(List.of(), site.pagesAsked());
      assertFalse((crawl.out() + crawl.err()).contains("wrong-one"));
    }
  }

  /** Nothing that the process has said or written has the password. */
  private void assertSilent(ArachneProcess process) throws Exception {
    assertFalse((process.out() + process.err()).contains(LoginSite.PASSWORD), process.err());
    try (Stream<Path> files = Files.walk(temporary)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertFalse(text.contains(LoginSite.PASSWORD), file::toString);
        assertFalse(text.contains("0pen-s%26same"), file::toString);
      }
    }
  }
}

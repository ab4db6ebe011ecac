package dev.arachne.cli;

import static dev.arachne.testkit.Reply.hang;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A crawl of a site that knows it, whose process is killed, and what the next process tells. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KilledSessionTest {
  private static final String SECRET = "0pen-sesame";
  private static final String BASIC =
      "Basic "
          + Base64.getEncoder().encodeToString(("ali:" + SECRET).getBytes(StandardCharsets.UTF_8));

  @TempDir Path temporary;

  private ArachneProcess crawl(String root) throws Exception {
    return ArachneProcess.start(
        temporary, Map.of(), List.of("crawl", "--dir", "kept", "--tasks", "1", "-v", root));
  }

  @Test
  void theNextProcessHasTheCookiesOfTheKilledOneAndAsksForThePasswordAgain() throws Exception {
    TestSite site =
        TestSite.of(
            route("/robots.txt", status(404)),
            route(
                "/",
                request ->
                    request.header("Authorization").filter(BASIC::equals).isPresent()
                        ? html("<a href=/page>").header("Set-Cookie", "session=s3")
                        : status(401).header("WWW-Authenticate", "Basic realm=\"cave\"")),
            route("/page", hang(), html("")));
    try (TestWeb web = TestWeb.serve(site)) {
      String root = web.url("/").replace("//", "//ali:" + SECRET + "@");
      ArachneProcess first = crawl(root);
      while (first.process().isAlive() && !web.targets().contains("/page")) {
        first.process().waitFor(20, TimeUnit.MILLISECONDS);
      }
      first.process().destroyForcibly().waitFor();
      assertSilent(first);

      ArachneProcess without = ArachneProcess.start(temporary, Map.of(), List.of("resume", "kept"));
      assertEquals(2, without.await());
      assertTrue(
          without.err().contains("was started with --user, which is not stored"), without.err());

      ArachneProcess second = crawl(root);
      assertEquals(0, second.await(), second.err());
      assertSilent(second);
      List<LoggedRequest> pages =
          web.requests().stream().filter(each -> each.target().equals("/page")).toList();
      assertEquals(2, pages.size());
      assertEquals("session=s3", pages.getLast().header("Cookie").orElse("-"));
    }
  }

  /** Nothing that the process has said or written has the password. */
  private void assertSilent(ArachneProcess process) throws Exception {
    assertFalse((process.out() + process.err()).contains(SECRET), process.err());
    String coded = BASIC.substring("Basic ".length());
    try (Stream<Path> files = Files.walk(temporary)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertFalse(text.contains(SECRET) || text.contains(coded), file::toString);
      }
    }
  }
}

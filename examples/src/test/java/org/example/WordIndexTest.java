package org.example;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The words of a site on a loopback port. */
class WordIndexTest {
  private static final TestSite SITE =
      TestSite.of(
          route("/", html("<body>Spiders and webs. <a href=/orb>more</a>")),
          route("/orb", html("<body>Orb webs")));

  @Test
  void anIndexThatIsOpenedAgainHasWhatItHad(@TempDir Path directory) throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      WordIndex first = WordIndex.of(web.url("/"), directory);
      assertEquals(Set.of(web.url("/"), web.url("/orb")), first.pagesWith("webs"));
      WordIndex again = WordIndex.of(web.url("/"), directory);
      assertEquals(Set.of(web.url("/"), web.url("/orb")), again.pagesWith("webs"));
      assertEquals(Set.of(web.url("/orb")), again.pagesWith("orb"));
      assertEquals(Set.of(), again.pagesWith("nothing"));
      assertEquals(
          4,
          web.requestCount(),
          "and robots.txt and the usual sitemap; nothing was asked for twice");
    }
  }
}

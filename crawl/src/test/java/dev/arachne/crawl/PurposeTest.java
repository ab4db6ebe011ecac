package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.audit.Violation.Rule;
import dev.arachne.ledger.DropReason;
import dev.arachne.options.CrawlOptions;
import dev.arachne.robots.Purpose;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages that are not for what a crawl is for. */
class PurposeTest {
  @TempDir Path temporary;

  private static TestWeb web() {
    return TestWeb.serve(
        TestSite.of(
            route(
                "/robots.txt",
                text(
                    """
                    User-agent: *
                    Content-Usage: /closed/ train-ai=n, search=y
                    Content-Signal: /unfound/ search=no
                    """)),
            route(
                "/",
                html(
                    "<a href=/closed/1><a href=/unfound/1><a href=/usage><a href=/signal>"
                        + "<a href=/noai><a href=/noindex><a href=/noarchive><a href=/fine>")),
            route("/closed/1", html("closed")),
            route("/unfound/1", html("unfound")),
            route("/usage", html("<a href=/behind>").header("Content-Usage", "train-ai=n;x, b=1")),
            route("/signal", html("signal").header("Content-Signal", "ai-input=no, search=yes")),
            route("/noai", html("<meta name=robots content='index, NoAI'>")),
            route("/noindex", html("noindex").header("X-Robots-Tag", "arachne: noindex")),
            route("/noarchive", html("<meta name=robots content=noarchive>")),
            route("/fine", html("fine").header("Content-Usage", "train-ai=y, search=y")),
            route("/behind", html("behind"))));
  }

  private static Set<String> left(Purpose purpose) {
    return switch (purpose) {
      case SEARCH -> Set.of("/unfound/1", "/noindex");
      case AI_INPUT -> Set.of("/signal", "/noai");
      case AI_TRAIN -> Set.of("/closed/1", "/usage", "/noai");
      case ARCHIVE -> Set.of("/noarchive");
    };
  }

  @ParameterizedTest
  @EnumSource
  void pagesThatAreNotForThePurposeAreLeftAndNothingIsKeptOfThem(Purpose purpose) throws Exception {
    try (TestWeb web = web()) {
      var processed = new ConcurrentSkipListSet<String>();
      var crawl =
          new TestCrawl(
              crawlOf(web.url("/"))
                  .purpose(purpose)
                  .directory(temporary.resolve("kept"))
                  .save(temporary.resolve("saved"))
                  .warc(temporary.resolve("warc")));
      crawl.crawl.process(page -> processed.add(page.url().pathAndQuery()));
      crawl.crawl.run();
      Map<String, String> dropped = new TreeMap<>(crawl.dropped(DropReason.PURPOSE));
      assertEquals(left(purpose), dropped.keySet());
      Set<String> answered = crawl.answered().keySet();
      assertTrue(answered.contains("/behind"), "links of pages that are left are followed");
      assertEquals(answered, processed);
      assertEquals(answered.size(), files(temporary.resolve("saved")).size());
      for (Path file : files(temporary.resolve("warc"))) {
        String archived = new String(unpacked(file), ISO_8859_1);
        dropped.keySet().forEach(path -> assertFalse(archived.contains("GET " + path + " "), path));
        answered.forEach(path -> assertTrue(archived.contains("GET " + path + " "), path));
      }
    }
  }

  private static byte[] unpacked(Path file) throws Exception {
    try (var in = new GZIPInputStream(Files.newInputStream(file))) {
      return in.readAllBytes();
    }
  }

  private static List<Path> files(Path directory) throws Exception {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void whyAPageIsLeftIsSaidInItsOwnWords() throws Exception {
    try (TestWeb web = web()) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")).purpose(Purpose.AI_TRAIN));
      assertEquals(
          Map.of(
              "/closed/1", "robots.txt, line 2: Content-Usage: /closed/ train-ai=n, search=y",
              "/usage", "Content-Usage: train-ai=n;x, b=1",
              "/noai", "it says noai of itself"),
          crawl.dropped(DropReason.PURPOSE));
      assertFalse(web.targets().contains("/closed/1"), "what robots.txt says is known before");
    }
  }

  @Test
  void aCrawlWithoutAPurposeLeavesNothing() throws Exception {
    try (TestWeb web = web()) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")));
      assertEquals(10, crawl.answered().size());
      assertEquals(Map.of(), crawl.dropped(DropReason.PURPOSE));
    }
  }

  /** Crawls to train; a broken build is asked for it by name. */
  static void crawl(String root, Path directory) throws Exception {
    CrawlOptions options = crawlOf(root).purpose(Purpose.AI_TRAIN).directory(directory).build();
    new Crawl(options).run();
  }

  private static List<Violation> audited(Path directory) throws Exception {
    List<Violation> violations = new ArrayList<>();
    CrawlAudit.of(directory, violations::add);
    return violations;
  }

  @Test
  void theAuditFindsARequestForWhatRobotsTxtRefuses() throws Exception {
    Path kept = temporary.resolve("kept");
    Path broken = temporary.resolve("broken");
    try (TestWeb web = web();
        BrokenBuild build =
            BrokenBuild.of(
                "crawl",
                "Robots",
                ".filter(usage -> !usage.allowed())",
                ".filter(usage -> usage == null)",
                temporary.resolve("build"))) {
      crawl(web.url("/"), kept);
      assertEquals(List.of(), audited(kept));
      build.call(PurposeTest.class, "crawl", web.url("/"), broken);
    }
    List<Violation> violations = audited(broken);
    assertEquals(
        Set.of(Rule.ROBOTS), violations.stream().map(Violation::rule).collect(Collectors.toSet()));
    assertEquals(1, violations.size());
  }
}

package dev.arachne.findings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.crawl.Crawl;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.LinkGroup;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.testkit.PlantedSite;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Broken links as linkchecker of Debian finds them, beside those of a report. Where it is not
 * installed, the tests are skipped and say so; {@code .ci/run} installs it.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LinkcheckerTest {
  private static final Path PROGRAM = Path.of("/usr/bin/linkchecker");
  private static final Set<Check> BROKEN =
      EnumSet.of(Check.BROKEN_LINKS, Check.BROKEN_IMAGES, Check.BROKEN_PARTS);

  /** Folders of the real site: what its pages link to elsewhere is not there. */
  private static final List<String> FOLDERS =
      List.of("java.logging", "java.prefs", "jdk.httpserver", "script-dir");

  @TempDir Path temporary;

  /** What linkchecker says of a link: the target, the page and why. */
  private record Invalid(String url, String page, String why) {}

  private List<Invalid> linkchecker(String root) throws Exception {
    boolean isInstalled = Files.isExecutable(PROGRAM);
    if (!isInstalled) {
      System.err.println("SKIPPED: " + PROGRAM + " is not installed; apt-get install linkchecker");
    }
    assumeTrue(isInstalled, PROGRAM + " is not installed");
    Path folder = Files.createTempDirectory("linkchecker"); // It becomes another user.
    Path configuration = folder.resolve("rc");
    Path said = folder.resolve("said.csv");
    Files.writeString(configuration, "[checking]\nmaxrequestspersecond=1000\n");
    try {
      for (Path each : List.of(folder, configuration)) {
        assertTrue(each.toFile().setReadable(true, false));
      }
      assertTrue(folder.toFile().setExecutable(true, false));
      Process process =
          new ProcessBuilder(
                  PROGRAM.toString(),
                  "-f",
                  configuration.toString(),
                  "--no-status",
                  "-o",
                  "csv/utf-8",
                  root)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .redirectOutput(said.toFile())
              .start();
      assertEquals(1, process.waitFor(), "it has found something");
      return read(Files.readAllLines(said, UTF_8));
    } finally {
      for (Path each : List.of(said, configuration, folder)) {
        Files.deleteIfExists(each);
      }
    }
  }

  /** Fields of no URL and of no answer here have quotes or semicolons in them. */
  private static List<Invalid> read(List<String> lines) {
    List<Invalid> invalid = new ArrayList<>();
    for (String line : lines) {
      String[] fields = line.split(";", -1);
      if (fields.length > 10 && fields[6].equals("False")) {
        invalid.add(new Invalid(fields[7].replaceAll("#.*", ""), fields[1], fields[3]));
      }
    }
    return invalid;
  }

  private SiteReport report(String root) throws Exception {
    Path crawl = temporary.resolve("site.crawl");
    new Crawl(
            CrawlOptions.crawlOf(root)
                .follow(
                    EnumSet.of(
                        LinkGroup.PAGES,
                        LinkGroup.IMAGES,
                        LinkGroup.SCRIPTS,
                        LinkGroup.STYLES,
                        LinkGroup.ICONS))
                .sitemaps(SitemapPolicy.IGNORE)
                .report(Path.of("r.html"))
                .directory(crawl)
                .build())
        .run();
    return CrawlInspection.of(
        crawl, new Thresholds(Duration.ofDays(1), 1L << 40, 0), Optional.empty());
  }

  /** The pages with links to each URL that a check finds. */
  private static Map<String, Set<String>> pages(SiteReport report, Set<Check> checks) {
    Map<String, Set<String>> pages = new TreeMap<>();
    for (Finding finding : report.findings()) {
      if (checks.contains(finding.check())) {
        Set<String> its = pages.computeIfAbsent(finding.subject(), _ -> new TreeSet<>());
        finding.places().forEach(place -> its.add(place.page()));
      }
    }
    return pages;
  }

  private static Set<String> urls(List<Invalid> invalid) {
    return invalid.stream().map(Invalid::url).collect(Collectors.toCollection(TreeSet::new));
  }

  private static String lines(Set<String> urls) {
    return String.join("\n", urls);
  }

  @Test
  void thePlantedSiteHasTheSameBrokenLinks() throws Exception {
    try (TestWeb web = TestWeb.serve(PlantedSite.site())) {
      List<Invalid> invalid = linkchecker(web.url("/"));
      SiteReport report = report(web.url("/"));
      Map<String, Set<String>> broken = pages(report, BROKEN);
      // To it, a canonical URL is a link.
      Map<String, Set<String>> canonical = pages(report, EnumSet.of(Check.CANONICAL_MISTAKES));
      for (Invalid each : invalid) {
        if (canonical.containsKey(each.page)) {
          assertEquals(web.url("/gone-too"), each.url);
        } else {
          assertTrue(broken.getOrDefault(each.url, Set.of()).contains(each.page), each::toString);
        }
      }
      Set<String> both = urls(invalid);
      both.retainAll(broken.keySet());
      assertEquals(lines(broken.keySet()), lines(both));
      assertEquals(3, both.size());
    }
  }

  /** The real site without most of its folders. */
  @Test
  void aPartOfTheRealSiteHasTheSameBrokenLinks() throws Exception {
    Path site = Path.of(System.getProperty("arachne.pages", "absent"));
    assumeTrue(
        Files.isDirectory(site),
        "SKIPPED: no saved site at " + site + "; name its folder with -Darachne.pages=FOLDER");
    try (TestWeb web = TestWeb.serve(request -> file(site, request))) {
      List<Invalid> invalid = linkchecker(web.url("/"));
      Map<String, Set<String>> broken = pages(report(web.url("/")), BROKEN);
      assertTrue(broken.size() > 20, broken::toString);
      assertEquals(lines(broken.keySet()), lines(urls(invalid)));
      for (Invalid each : invalid) {
        assertTrue(each.why.startsWith("404"), each::toString);
      }
    }
  }

  private static Reply file(Path site, TestRequest request) {
    String path = request.path().substring(1);
    if (path.isEmpty()) {
      return Reply.html("<a href=/java.logging/module-summary.html>a module</a>");
    }
    Path file = site.resolve(path);
    boolean isThere =
        FOLDERS.stream().anyMatch(folder -> path.startsWith(folder + "/"))
            && Files.isRegularFile(file);
    if (!isThere) {
      return Reply.status(404);
    }
    try {
      String type =
          path.endsWith(".html")
              ? "text/html"
              : path.endsWith(".css")
                  ? "text/css"
                  : path.endsWith(".js") ? "text/javascript" : "application/octet-stream";
      return Reply.ok(type, Files.readAllBytes(file));
    } catch (IOException e) {
      return Reply.status(500);
    }
  }
}

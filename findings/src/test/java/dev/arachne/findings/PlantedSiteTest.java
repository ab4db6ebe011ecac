package dev.arachne.findings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.Crawl;
import dev.arachne.options.CertificatePolicy;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.LinkGroup;
import dev.arachne.testkit.PlantedSite;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site with one of each fault is crawled: each is found where it is, and nothing else. */
class PlantedSiteTest {
  /** What is slow depends on the machine, so nothing is here. */
  private static final Thresholds THRESHOLDS =
      new Thresholds(Duration.ofDays(1), PlantedSite.HEAVY, 50);

  @TempDir Path directory;

  private SiteReport report(String name, UnaryOperator<CrawlOptions.Builder> more)
      throws Exception {
    try (TestWeb web = TestWeb.plan().tls(TestCertificate.VALID).site(PlantedSite.site()).start()) {
      Path crawl = directory.resolve(name);
      CrawlOptions.Builder options =
          CrawlOptions.crawlOf(web.url("/"))
              .certificates(CertificatePolicy.IGNORE)
              .follow(EnumSet.of(LinkGroup.PAGES, LinkGroup.IMAGES, LinkGroup.SCRIPTS))
              .maxTries(1)
              .directory(crawl);
      new Crawl(more.apply(options).build()).run();
      String root = web.url("/");
      Set<String> sitemap =
          PlantedSite.sitemap().stream()
              .map(path -> root + path.substring(1))
              .collect(Collectors.toSet());
      return CrawlInspection.of(crawl, THRESHOLDS, Optional.of(sitemap));
    }
  }

  private static Set<String> lines(SiteReport report) {
    String root = report.rows().getFirst().facts().url();
    Set<String> lines = new TreeSet<>();
    for (Finding finding : report.findings()) {
      String start = finding.check().id() + " " + path(finding.subject(), root);
      if (finding.places().isEmpty()) {
        lines.add(start);
      }
      finding
          .places()
          .forEach(place -> lines.add(start + " " + path(place.page(), root) + " " + place.line()));
    }
    return lines;
  }

  private static String path(String url, String root) {
    return url.startsWith(root) ? url.substring(root.length() - 1) : url;
  }

  @Test
  void everyPlantedFaultIsFoundWhereItIsAndNothingElse() throws Exception {
    SiteReport noted = report("noted", crawl -> crawl.report(Path.of("r.html")));
    assertEquals(
        String.join("\n", new TreeSet<>(PlantedSite.FAULTS)), String.join("\n", lines(noted)));
    Set<Check> planted = EnumSet.noneOf(Check.class);
    noted.findings().forEach(finding -> planted.add(finding.check()));
    Set<Check> elsewhere =
        EnumSet.of(Check.SLOW_PAGES, Check.BROKEN_EXTERNAL_LINKS, Check.UNCERTAIN_EXTERNAL_LINKS);
    assertEquals(EnumSet.complementOf(EnumSet.copyOf(elsewhere)), planted);
    for (SiteReport.Row row : noted.rows()) {
      assertFalse(row.facts().url().endsWith("/sitemap.xml"), "nobody has said that there is one");
    }
  }

  @Test
  void anArchiveHasTheSameFindings() throws Exception {
    SiteReport archived = report("archived", crawl -> crawl.warc());
    assertEquals(
        String.join("\n", new TreeSet<>(PlantedSite.FAULTS)), String.join("\n", lines(archived)));
  }

  @Test
  void aCrawlThatKeptNothingShowsWhatItsLedgerHasAndSaysWhatToType() throws Exception {
    SiteReport bare = report("bare", crawl -> crawl);
    Set<String> lines = lines(bare);
    assertTrue(
        lines.contains("broken-images /no.gif /broken-image 0")
            || lines.contains("broken-links /no.gif /broken-image 0"),
        lines::toString);
    assertTrue(lines.contains("broken-links /gone /broken-link 0"), lines::toString);
    assertTrue(lines.contains("links-to-redirects /old /redirect 0"), lines::toString);
    assertTrue(lines.contains("redirect-loops /loop-a /loop 0"), lines::toString);
    assertTrue(lines.contains("blocked-links /private/x /blocked 0"), lines::toString);
    assertEquals(0, bare.count(Check.MISSING_TITLES));
    assertTrue(bare.coverage().notes().getFirst().contains("--report FILE, --warc or --save DIR"));
  }

  @Test
  void pagesOfASitemapAloneAreFoundWithoutAFile() throws Exception {
    String text =
        "<title>T</title><meta name=description content=D><h1>H</h1>" + "word ".repeat(60);
    try (TestWeb web =
        TestWeb.serve(request ->
            switch (request.path()) {
              case "/" -> Reply.html(text + "<a href=/linked>linked</a>");
              case "/linked", "/alone" -> Reply.html("<meta name=robots content=noindex>" + text);
              case "/sitemap.xml" -> {
                String host = "http://" + request.header("Host").orElseThrow();
                yield Reply.text(host + "/linked\n" + host + "/alone\n");
              }
              default -> Reply.status(404);
            })) {
      Path crawl = directory.resolve("sitemap");
      new Crawl(
              CrawlOptions.crawlOf(web.url("/"))
                  .report(Path.of("r.html"))
                  .maxTries(1)
                  .directory(crawl)
                  .build())
          .run();
      SiteReport report = CrawlInspection.of(crawl, THRESHOLDS, Optional.empty());
      assertEquals(Set.of("unlinked-sitemap-entries /alone"), lines(report));
    }
  }
}

package dev.arachne.findings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.content.MarkupReader;
import dev.arachne.findings.UrlFacts.Outcome;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What looks like a finding, and is none since not all is known. */
class InspectorTest {
  private static final String ROOT = "http://site.test/";
  private static final String SITEMAP = ROOT + "sitemap.xml";

  private static void tell(
      Inspector inspector, String url, String via, Outcome outcome, int status, String target) {
    inspector.url(new UrlFacts(url, via, 0, outcome, status, "text/html", 1, 1, target, ""));
  }

  private static void read(Inspector inspector, String url, String html) throws Exception {
    byte[] body = html.getBytes(UTF_8);
    inspector.page(url, MarkupReader.read(body, "text/html", CrawlUrl.of(url)).orElseThrow(), true);
  }

  private static List<String> findings(Inspector inspector, Check check) throws Exception {
    SiteReport report = inspector.report(List.of(ROOT), Optional.empty(), Optional.empty());
    return report.of(check).stream().map(Finding::subject).toList();
  }

  @Test
  void anEntryThatALinkReachesByARedirectIsNotUnlinked() throws Exception {
    try (var inspector = new Inspector(Thresholds.DEFAULT, url -> url)) {
      tell(inspector, ROOT, "", Outcome.FINE, 200, "");
      tell(inspector, ROOT + "old", ROOT, Outcome.REDIRECT, 301, ROOT + "new");
      tell(inspector, ROOT + "new", SITEMAP, Outcome.FINE, 200, "");
      tell(inspector, ROOT + "alone", SITEMAP, Outcome.FINE, 200, "");
      inspector.sitemapAt(SITEMAP);
      read(inspector, ROOT, "<a href=/old>new</a>");
      assertEquals(List.of(ROOT + "alone"), findings(inspector, Check.UNLINKED_SITEMAP_ENTRIES));
    }
  }

  @Test
  void fragmentsBehindTheEndOfATruncatedPageAreNotMissing() throws Exception {
    try (var inspector = new Inspector(Thresholds.DEFAULT, url -> url)) {
      tell(inspector, ROOT, "", Outcome.FINE, 200, "");
      tell(inspector, ROOT + "en", ROOT, Outcome.FINE, 200, "");
      String links = "<a href=/>x</a>".repeat(MarkupReader.MOST_LINKS + 1);
      read(inspector, ROOT, links + "<link rel=alternate hreflang=en href=/en>");
      read(inspector, ROOT + "en", "<h1>E</h1><link rel=alternate hreflang=de href=/>");
      SiteReport report = inspector.report(List.of(ROOT), Optional.empty(), Optional.empty());
      assertEquals(List.of(), report.of(Check.HREFLANG_MISTAKES));
      assertEquals(List.of(), report.of(Check.MISSING_H1));
    }
  }

  @Test
  void anAnswerToAFormWithoutItsFieldsIsNotABrokenLink() throws Exception {
    try (var inspector = new Inspector(Thresholds.DEFAULT, url -> url)) {
      tell(inspector, ROOT, "", Outcome.FINE, 200, "");
      tell(inspector, ROOT + "search", ROOT, Outcome.BROKEN, 400, "");
      read(inspector, ROOT, "<form action=/search><input name=q></form>");
      assertEquals(List.of(), findings(inspector, Check.BROKEN_LINKS));
    }
  }

  @Test
  void ofManyCanonicalUrlsTheFirstAreReported() throws Exception {
    try (var inspector = new Inspector(Thresholds.DEFAULT, url -> url)) {
      tell(inspector, ROOT, "", Outcome.FINE, 200, "");
      var links = new StringBuilder();
      for (int i = 0; i < 1_000; i++) {
        links.append("<link rel=canonical href=/").append(i).append('>');
      }
      read(inspector, ROOT, links.toString());
      SiteReport report = inspector.report(List.of(ROOT), Optional.empty(), Optional.empty());
      String detail = report.of(Check.CANONICAL_MISTAKES).getFirst().detail();
      assertTrue(detail.endsWith("/3, " + ROOT + "4 and more"), detail);
    }
  }

  @Test
  void anIdWithPercentSignsIsFoundAsItStands() throws Exception {
    try (var inspector = new Inspector(Thresholds.DEFAULT, url -> url)) {
      tell(inspector, ROOT, "", Outcome.FINE, 200, "");
      tell(inspector, ROOT + "a", ROOT, Outcome.FINE, 200, "");
      read(inspector, ROOT, "<a href=/a#b%20c>there</a><a href=/a#d%20e>nowhere</a>");
      read(inspector, ROOT + "a", "<p id=b%20c>");
      assertEquals(List.of(ROOT + "a#d e"), findings(inspector, Check.MISSING_FRAGMENTS));
    }
  }

  @Test
  void whilePagesArePendingNoEntryIsUnlinked() throws Exception {
    try (var inspector = new Inspector(Thresholds.DEFAULT, url -> url)) {
      tell(inspector, ROOT, "", Outcome.FINE, 200, "");
      tell(inspector, ROOT + "alone", SITEMAP, Outcome.PENDING, 0, "");
      inspector.sitemapAt(SITEMAP);
      read(inspector, ROOT, "<p>No links");
      assertEquals(List.of(), findings(inspector, Check.UNLINKED_SITEMAP_ENTRIES));
    }
  }
}

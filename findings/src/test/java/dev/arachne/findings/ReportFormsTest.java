package dev.arachne.findings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.content.MarkupReader;
import dev.arachne.findings.UrlFacts.Outcome;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reports of a site that writes markup, formulas and controls wherever it can. */
class ReportFormsTest {
  private static final String EVIL = "</script></noscript><img src=x onerror=alert(1)>\u202E\u0007";

  private static final String PAGE =
      """
      <title>&lt;/title>&lt;script>alert(1)&lt;/script></title><h1>=1+1,"two"</h1>
      <a href='http://a b/"><script>alert(2)</script>'>&lt;b>bold&lt;/b>&#10;@sum</a>
      <a href="/gone?q=%22<x>'">&quot;&lt;img src=x onerror=alert(3)>&quot;</a>
      """;

  private static SiteReport report() throws Exception {
    try (var inspector = new Inspector(Thresholds.DEFAULT, url -> url)) {
      inspector.url(fact("http://site.test/", Outcome.FINE, 200, 3_000_000));
      inspector.url(fact("http://site.test/gone?q=%22%3Cx%3E%27", Outcome.BROKEN, 404, 10));
      inspector.page(
          "http://site.test/",
          MarkupReader.read(PAGE.getBytes(UTF_8), "text/html", CrawlUrl.of("http://site.test/"))
              .orElseThrow(),
          true);
      inspector.note(EVIL);
      return inspector.report(
          List.of(EVIL), Optional.of(Instant.EPOCH), Optional.of(Instant.EPOCH.plusSeconds(3)));
    }
  }

  private static UrlFacts fact(String url, Outcome outcome, int status, long micros) {
    return new UrlFacts(
        url,
        url.endsWith("/") ? "" : "http://site.test/",
        0,
        outcome,
        status,
        "text/html",
        2,
        micros,
        "",
        "");
  }

  /** The report of that site in a form. */
  static String written(ReportFormat form) throws Exception {
    var out = new StringWriter();
    form.write(report(), "1.2.3", out);
    return out.toString();
  }

  private static List<String> findings(SiteReport report) {
    return report.findings().stream().map(it -> it.check().id() + " " + it.subject()).toList();
  }

  @Test
  void slowBrokenMalformedAndThinPagesAreFound() throws Exception {
    assertEquals(
        List.of(
            "broken-links http://site.test/gone?q=%22%3Cx%3E%27",
            "malformed-links http://a b/\"><script>alert(2)</script>",
            "slow-pages http://site.test/",
            "missing-descriptions http://site.test/",
            "thin-pages http://site.test/"),
        findings(report()));
    try (var quick = new Inspector(new Thresholds(Duration.ofSeconds(3), 1, 1), url -> url)) {
      quick.url(fact("http://site.test/", Outcome.FINE, 200, 3_000_000));
      assertEquals(
          List.of("heavy-pages http://site.test/"),
          findings(quick.report(List.of(), Optional.empty(), Optional.empty())));
    }
  }

  @Test
  void noTextOfTheSiteIsMarkupInThePage() throws Exception {
    String html = written(ReportFormat.HTML);
    assertEquals(2, html.split("<script", -1).length, "one script");
    assertFalse(html.contains("<img"), "no image");
    assertFalse(html.contains("onerror=alert(1)>"));
    assertFalse(html.contains("\u202E") || html.contains("\u0007"));
    assertTrue(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assertEquals(html.split("<noscript>", -1).length, html.split("</noscript>", -1).length);
  }

  @Test
  void junitIsXmlWithATestForEachCheck() throws Exception {
    Document xml =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(written(ReportFormat.JUNIT).getBytes(UTF_8)));
    Element suite = xml.getDocumentElement();
    assertEquals("testsuite", suite.getTagName());
    int cases = suite.getElementsByTagName("testcase").getLength();
    assertEquals(Check.values().length, cases);
    assertEquals(String.valueOf(cases), suite.getAttribute("tests"));
    int failures = suite.getElementsByTagName("failure").getLength();
    assertEquals(3, failures);
    assertEquals("3", suite.getAttribute("failures"));
    assertTrue(suite.getTextContent().contains("<script>alert(2)</script>"));
  }

  @Test
  void csvHasALineForEachPlaceWithAllItsCells() throws Exception {
    List<List<String>> lines = csv(written(ReportFormat.CSV));
    assertEquals(
        List.of("severity", "check", "subject", "detail", "page", "what", "text", "line", "column"),
        lines.getFirst());
    assertEquals(6, lines.size());
    lines.forEach(line -> assertEquals(9, line.size(), line::toString));
    assertEquals("<b>bold</b> @sum", lines.get(2).get(6));
    assertEquals("2", lines.get(2).get(7));
    assertEquals("\"<img src=x onerror=alert(3)>\"", lines.get(1).get(6));
  }

  /** RFC 4180, strictly. */
  private static List<List<String>> csv(String text) {
    List<List<String>> lines = new ArrayList<>();
    List<String> line = new ArrayList<>();
    var cell = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted) {
        if (c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
          cell.append('"');
          i++;
        } else if (c == '"') {
          quoted = false;
        } else {
          cell.append(c);
        }
      } else if (c == '"') {
        assertEquals(0, cell.length(), "a quote inside a cell");
        quoted = true;
      } else if (c == ',' || c == '\r') {
        line.add(cell.toString());
        cell.setLength(0);
        if (c == '\r') {
          assertEquals('\n', text.charAt(++i));
          lines.add(line);
          line = new ArrayList<>();
        }
      } else {
        cell.append(c);
      }
    }
    assertTrue(line.isEmpty(), "the last line ends");
    return lines;
  }

  @Test
  void jsonAndSarifAreWholeAndNameTheChecks() throws Exception {
    List<String> json = strings(written(ReportFormat.JSON));
    assertTrue(json.contains("broken-links"));
    List<String> sarif = strings(written(ReportFormat.SARIF));
    assertTrue(sarif.contains("2.1.0"));
    for (Check check : Check.values()) {
      assertTrue(json.contains(check.id()));
      assertTrue(sarif.contains(check.id()));
    }
  }

  @Test
  void aWriterThatFailsFailsEachFormInTheSameWay() throws Exception {
    for (ReportFormat form : ReportFormat.values()) {
      var full =
          new Writer() {
            @Override
            public void write(char[] text, int from, int length) throws IOException {
              throw new IOException("No space left on device");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
          };
      SiteReport report = report();
      var failure =
          assertThrows(IOException.class, () -> form.write(report, "1.2.3", full), form.name());
      assertEquals("No space left on device", failure.getMessage());
    }
  }

  @Test
  void noFormDependsOnTheLanguageOfTheSystem() throws Exception {
    Locale before = Locale.getDefault();
    for (ReportFormat form : ReportFormat.values()) {
      String usual = written(form);
      try {
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        assertEquals(usual, written(form), form.name());
      } finally {
        Locale.setDefault(before);
      }
    }
  }

  private static List<String> strings(String json) {
    List<String> strings = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.VALUE_STRING) {
          strings.add(parser.getString());
        }
      }
    }
    return strings;
  }

  @Test
  void theFormFollowsFromTheName() {
    Map<String, ReportFormat> names =
        Map.of(
            "r.html", ReportFormat.HTML,
            "R.JSON", ReportFormat.JSON,
            "r.csv", ReportFormat.CSV,
            "TEST-r.xml", ReportFormat.JUNIT,
            "r.sarif", ReportFormat.SARIF,
            "r.sarif.json", ReportFormat.SARIF);
    names.forEach((name, form) -> assertEquals(Optional.of(form), ReportFormat.ofName(name)));
    assertEquals(Optional.empty(), ReportFormat.ofName("report"));
  }

  @Test
  void theGuideHasARowForEachCheck() throws Exception {
    String guide = Files.readString(Path.of("../docs/report.md"));
    var rows = new StringBuilder();
    for (Check check : Check.values()) {
      rows.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(
                  check.id(),
                  check.severity().name().toLowerCase(java.util.Locale.ROOT),
                  check.explanation(),
                  check.remedy()));
    }
    assertTrue(guide.contains(rows), () -> "docs/report.md should have these rows:\n" + rows);
  }
}

package dev.arachne.findings;

import dev.arachne.findings.SiteReport.Coverage;
import dev.arachne.findings.SiteReport.Row;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A report as one page that needs no network. Its script and its style sheet are in it, and a
 * content security policy allows only these two, by their hashes. All texts are escaped by {@link
 * Markup}. The rows of a table are in it once, in a noscript element: a browser without scripts
 * shows them all; with scripts, report.js shows a hundred at a time. Confined to one thread.
 */
final class HtmlReport {
  private static final int MOST_PLACES_OF_A_CHECK = 50_000;
  private static final int SHOWN_PLACES = 4;
  private static final int MOST_FOLDERS = 3_000;
  private static final int MOST_FOLDERS_INSIDE = 60;
  private static final int MOST_DEPTHS = 15;
  private static final int MOST_TYPES = 8;

  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private final SiteReport report;
  private final String version;
  private final Writer out;

  /** The common prefix of the site's URLs, omitted where they are shown; empty without a seed. */
  private final String origin;

  private int foldersLeft = MOST_FOLDERS;

  HtmlReport(SiteReport report, String version, Writer out) {
    this.report = report;
    this.version = version;
    this.out = out;
    String first = report.rows().isEmpty() ? "" : report.rows().getFirst().facts().url();
    this.origin =
        first.startsWith("http") && CrawlUrl.parse(first) instanceof CrawlUrl url
            ? url.origin().toString()
            : "";
  }

  void write() throws IOException {
    String style = resource("report.css");
    String script = resource("report.js");
    put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    put(
        String.format(
            Locale.ROOT,
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '%s'; style-src '%s'; base-uri 'none'; form-action 'none'\">\n",
            hash(script),
            hash(style)));
    put("<meta name=\"referrer\" content=\"no-referrer\">\n");
    put("<meta name=\"color-scheme\" content=\"light dark\">\n");
    put("<title>Site report: " + Markup.escaped(site()) + "</title>\n");
    put("<style>" + style + "</style>\n</head>\n<body>\n");
    put("<a class=\"skip\" href=\"#main\">To the findings</a>\n");
    header();
    put("<main id=\"main\">\n");
    overview();
    findings();
    tree();
    urls();
    put("</main>\n<footer>Made by arachne " + Markup.escaped(version));
    put(". Sizes are those on the wire; times are in UTC.</footer>\n");
    put("<script>" + script + "</script>\n</body>\n</html>\n");
  }

  private String site() {
    if (!origin.isEmpty()) {
      return origin.substring(origin.indexOf("://") + 3);
    }
    return report.roots().isEmpty() ? "an empty crawl" : report.roots().getFirst();
  }

  private void header() throws IOException {
    put("<header>\n<h1>Site report: " + Markup.escaped(site()) + "</h1>\n<div class=\"soft\">");
    if (report.began().isPresent() && report.ended().isPresent()) {
      Instant began = report.began().get();
      put("Crawled on " + DAY.format(began) + " UTC, in ");
      put(Figures.time(Duration.between(began, report.ended().get())));
      put(". ");
    }
    put("Started at ");
    put(String.join(", ", report.roots().stream().limit(5).map(Markup::escaped).toList()));
    if (report.roots().size() > 5) {
      put(String.format(Locale.ROOT, " and %,d more", report.roots().size() - 5));
    }
    put(".</div>\n</header>\n<nav aria-label=\"Parts of the report\"><ul>");
    put("<li><a href=\"#overview\">Overview</a></li>");
    for (Severity severity : Severity.values()) {
      put(
          String.format(
              Locale.ROOT,
              "<li><a href=\"#%s\">%s <span class=\"soft\">%,d</span></a></li>",
              id(severity),
              severity.plural(),
              report.count(severity)));
    }
    put("<li><a href=\"#tree\">Folders</a></li><li><a href=\"#urls\">All URLs</a></li>");
    put("</ul></nav>\n");
  }

  private static String id(Severity severity) {
    return severity.plural().toLowerCase(Locale.ROOT);
  }

  private void overview() throws IOException {
    put("<section id=\"overview\">\n<h2>Overview</h2>\n<ul class=\"cards\">\n");
    for (Severity severity : Severity.values()) {
      String style = severity.name().toLowerCase(Locale.ROOT);
      put(
          String.format(
              Locale.ROOT,
              "<li><b class=\"%s\">%,d</b>%s</li>\n",
              report.count(severity) == 0 ? "soft" : style,
              report.count(severity),
              id(severity)));
    }
    for (UrlFacts.Outcome outcome : UrlFacts.Outcome.values()) {
      long count = report.outcomes().getOrDefault(outcome, 0L);
      if (count > 0) {
        put(String.format(Locale.ROOT, "<li><b>%,d</b>URLs %s</li>\n", count, outcome.text()));
      }
    }
    put("</ul>\n");
    coverage(report.coverage());
    put("<div class=\"pictures\">\n");
    depths();
    types();
    put("</div>\n</section>\n");
  }

  private void coverage(Coverage coverage) throws IOException {
    for (String note : coverage.notes()) {
      String text = Markup.escaped(note).replaceAll("--[a-z][a-z-]*", "<code>$0</code>");
      put("<p class=\"note\">" + text + "</p>\n");
    }
    if (!coverage.unasked().isEmpty()) {
      List<String> kinds = new ArrayList<>();
      coverage
          .unasked()
          .forEach((kind, count) -> kinds.add(String.format(Locale.ROOT, "%s (%,d)", kind, count)));
      put(
          "<p class=\"note\">Not asked, since the crawl does not follow them: references of the kinds ");
      put(Markup.escaped(String.join(", ", kinds)));
      put(
          ". With <code>--follow pages,images,styles,scripts,media</code> a crawl fetches them.</p>\n");
    }
    if (coverage.externalAsked() > 0) {
      put(
          "<p class=\"soft\">Checked %s of %s linked URLs of other sites.</p>\n"
              .formatted(
                  Figures.count(coverage.externalAsked()), Figures.count(coverage.external())));
    } else if (coverage.external() > 0) {
      put(
          ("<p class=\"note\">%s linked URLs of other sites were not checked."
                  + " <code>arachne report DIR --check-external</code> checks them.</p>\n")
              .formatted(Figures.count(coverage.external())));
    }
    put(
        String.format(
            Locale.ROOT,
            "<p class=\"soft\">Read %,d pages with %,d references.%s</p>\n",
            coverage.read(),
            coverage.links(),
            coverage.hasSitemap() ? "" : " Sitemaps were not compared (--sitemap FILE)."));
  }

  private void depths() throws IOException {
    Map<Integer, long[]> depths = new TreeMap<>();
    for (Row row : report.rows()) {
      int depth = Math.min(row.facts().depth(), MOST_DEPTHS);
      depths
          .computeIfAbsent(depth, _ -> new long[StatusGroup.values().length])[
          StatusGroup.of(row.facts()).ordinal()]++;
    }
    long most = depths.values().stream().mapToLong(HtmlReport::sum).max().orElse(1);
    put(
        "<figure>\n<figcaption>URLs by depth</figcaption>\n<table class=\"bars\" aria-label=\"URLs by depth\">\n");
    for (Map.Entry<Integer, long[]> entry : depths.entrySet()) {
      String depth = entry.getKey() + (entry.getKey() == MOST_DEPTHS ? " and more" : "");
      put("<tr><th scope=\"row\">" + depth + "</th><td>");
      put(bar(entry.getValue(), most));
      put(String.format(Locale.ROOT, "</td><td>%,d</td></tr>\n", sum(entry.getValue())));
    }
    put("</table>\n<ul class=\"legend\">");
    for (StatusGroup group : StatusGroup.values()) {
      put(
          String.format(
              Locale.ROOT,
              "<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect class=\"%s\" width=\"10\" height=\"10\"/></svg>%s</li>",
              group.style(),
              group.text()));
    }
    put("</ul>\n</figure>\n");
  }

  private void types() throws IOException {
    Map<String, long[]> types = new TreeMap<>();
    for (Row row : report.rows()) {
      if (row.facts().outcome() == UrlFacts.Outcome.FINE) {
        String type = row.facts().mediaType().isEmpty() ? "none" : row.facts().mediaType();
        long[] sums = types.computeIfAbsent(type, _ -> new long[2]);
        sums[0]++;
        sums[1] += row.facts().bytes();
      }
    }
    List<Map.Entry<String, long[]>> sorted = new ArrayList<>(types.entrySet());
    sorted.sort(
        Comparator.comparingLong((Map.Entry<String, long[]> entry) -> -entry.getValue()[1]));
    long most = sorted.stream().mapToLong(entry -> entry.getValue()[1]).max().orElse(1);
    put(
        "<figure>\n<figcaption>Bytes and URLs by media type</figcaption>\n<table class=\"bars\" aria-label=\"Bytes and URLs by media type\">\n");
    for (Map.Entry<String, long[]> entry : sorted.subList(0, Math.min(MOST_TYPES, sorted.size()))) {
      long[] sums = entry.getValue();
      put("<tr><th scope=\"row\">" + Markup.escaped(entry.getKey()) + "</th><td>");
      put(
          String.format(
              Locale.ROOT,
              "<svg viewBox=\"0 0 1000 12\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect class=\"f-plain\" width=\"%d\" height=\"12\"/></svg>",
              Math.max(2, sums[1] * 1000 / Math.max(1, most))));
      put(
          String.format(
              Locale.ROOT, "</td><td>%s, %,d</td></tr>\n", Figures.bytes(sums[1]), sums[0]));
    }
    put("</table>\n");
    if (sorted.size() > MOST_TYPES) {
      put(
          String.format(
              Locale.ROOT,
              "<p class=\"soft\">and %,d more types</p>\n",
              sorted.size() - MOST_TYPES));
    }
    put("</figure>\n");
  }

  private static long sum(long[] counts) {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }

  /** A bar of parts by status. */
  private static String bar(long[] counts, long most) {
    var bar =
        new StringBuilder(
            "<svg viewBox=\"0 0 1000 12\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"");
    var parts = new StringBuilder();
    long x = 0;
    String before = "";
    for (StatusGroup group : StatusGroup.values()) {
      long count = counts[group.ordinal()];
      if (count > 0) {
        bar.append(before).append(count).append(' ').append(group.text());
        before = ", ";
        long width = Math.max(4, count * 1000 / Math.max(1, most));
        parts.append(
            String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%d\" width=\"%d\" height=\"12\"/>",
                group.style(),
                x,
                width));
        x += width;
      }
    }
    return bar.append("\">").append(parts).append("</svg>").toString();
  }

  private void findings() throws IOException {
    List<Check> without = new ArrayList<>();
    boolean isFirst = true;
    for (Severity severity : Severity.values()) {
      put(
          String.format(
              Locale.ROOT,
              "<section id=\"%s\">\n<h2 class=\"%s\">%s</h2>\n",
              id(severity),
              severity.name().toLowerCase(Locale.ROOT),
              severity.plural()));
      if (report.count(severity) == 0) {
        put("<p class=\"soft\">None.</p>\n");
      }
      for (Check check : Check.values()) {
        if (check.severity() == severity) {
          if (report.count(check) == 0) {
            without.add(check);
          } else {
            check(check, isFirst ? " open" : "");
            isFirst = false;
          }
        }
      }
      put("</section>\n");
    }
    if (!without.isEmpty()) {
      put("<h3>Checks without findings</h3>\n<ul class=\"none\">\n");
      for (Check check : without) {
        boolean isUnknown =
            switch (check) {
              case NOT_IN_SITEMAP, UNLINKED_SITEMAP_ENTRIES -> !report.coverage().hasSitemap();
              default -> false;
            };
        if (!isUnknown) {
          put("<li>" + check.title() + "</li>\n");
        }
      }
      put("</ul>\n");
    }
  }

  private void check(Check check, String open) throws IOException {
    List<Finding> findings = report.of(check);
    put(String.format(Locale.ROOT, "<details class=\"check\" id=\"%s\"%s>\n", check.id(), open));
    put(
        String.format(
            Locale.ROOT,
            "<summary><b class=\"%s\">%,d</b><span>%s</span><code>%s</code></summary>\n<div>\n",
            check.severity().name().toLowerCase(Locale.ROOT),
            report.count(check),
            check.title(),
            check.id()));
    put("<p>" + check.explanation() + " <span class=\"soft\">" + check.remedy() + "</span></p>\n");
    if (findings.size() < report.count(check)) {
      put(
          String.format(
              Locale.ROOT, "<p class=\"note\">The first %,d are listed.</p>\n", findings.size()));
    }
    String subject =
        check.isOfTexts() ? "Text" : check == Check.MALFORMED_LINKS ? "Reference" : "URL";
    String places =
        check.isOfTexts() ? "Pages" : check == Check.NEAR_DUPLICATES ? "Same as" : "Linked from";
    int most =
        Math.clamp(MOST_PLACES_OF_A_CHECK / Math.max(1, findings.size()), 3, Finding.MOST_PLACES);
    beginTable(check.id(), List.of(subject, "Detail", "#Places", places), check.title());
    for (Finding finding : findings) {
      put("<tr><td class=\"u\">");
      put(
          check.isOfTexts() || check == Check.MALFORMED_LINKS
              ? Markup.escaped(finding.subject())
              : link(finding.subject()));
      put("</td><td>" + Markup.escaped(finding.detail()) + "</td>");
      put(number(finding.count(), Figures.count(finding.count()), "Places"));
      put("<td class=\"u\">");
      places(finding, most);
      put("</td></tr>\n");
    }
    endTable();
    put("</div>\n</details>\n");
  }

  private void places(Finding finding, int most) throws IOException {
    List<Place> places = finding.places().subList(0, Math.min(most, finding.places().size()));
    if (places.isEmpty()) {
      return;
    }
    List<Place> first = places.subList(0, Math.min(SHOWN_PLACES, places.size()));
    put("<ul>");
    for (Place place : first) {
      place(place);
    }
    put("</ul>");
    if (finding.count() > first.size()) {
      put(
          String.format(
              Locale.ROOT,
              "<details><summary>and %,d more</summary><ul>",
              finding.count() - first.size()));
      for (Place place : places.subList(first.size(), places.size())) {
        place(place);
      }
      if (finding.count() > places.size()) {
        put(
            String.format(
                Locale.ROOT, "<li>and %,d more pages</li>", finding.count() - places.size()));
      }
      put("</ul></details>");
    }
  }

  private void place(Place place) throws IOException {
    put("<li>" + link(place.page()));
    if (place.line() > 0) {
      put(
          String.format(
              Locale.ROOT, " <span class=\"at\">%d:%d</span>", place.line(), place.column()));
    }
    if (!place.what().isEmpty() && !place.what().equals("link")) {
      put(" <span class=\"at\">" + Markup.escaped(place.what()) + "</span>");
    }
    if (!place.text().isEmpty()) {
      put(" “" + Markup.escaped(place.text()) + "”");
    }
    put("</li>");
  }

  private void tree() throws IOException {
    put("<section id=\"tree\">\n<h2>Folders</h2>\n");
    put("<p class=\"soft\">URLs, bytes and what came of them, by path.</p>\n<ul class=\"tree\">\n");
    for (PathTree host : PathTree.of(report.rows())) {
      node(host, 0);
    }
    put("</ul>\n</section>\n");
  }

  private void node(PathTree tree, int depth) throws IOException {
    if (foldersLeft-- <= 0) {
      return;
    }
    List<PathTree> inside = tree.inside();
    boolean isLeaf = inside.isEmpty();
    put("<li>");
    put(
        isLeaf
            ? "<div class=\"leaf\">"
            : String.format(Locale.ROOT, "<details%s><summary>", depth == 0 ? " open" : ""));
    long[] groups = new long[StatusGroup.values().length];
    for (StatusGroup group : StatusGroup.values()) {
      groups[group.ordinal()] = tree.count(group);
    }
    put("<span class=\"node\"><a href=\"#urls\" data-q=\"" + Markup.escaped(shown(tree.path())));
    put("\">" + Markup.escaped(tree.name()) + "</a> ");
    put(
        String.format(
            Locale.ROOT,
            "<span>%,d URL%s</span> <span>%s</span> ",
            tree.urls(),
            tree.urls() == 1 ? "" : "s",
            Figures.bytes(tree.bytes())));
    put(bar(groups, tree.urls()));
    if (tree.count(StatusGroup.BROKEN) > 0) {
      put(
          String.format(
              Locale.ROOT,
              " <span class=\"error\">%,d broken</span>",
              tree.count(StatusGroup.BROKEN)));
    }
    put("</span>");
    if (isLeaf) {
      put("</div></li>\n");
      return;
    }
    put("</summary>\n<ul>\n");
    for (PathTree each : inside.subList(0, Math.min(MOST_FOLDERS_INSIDE, inside.size()))) {
      node(each, depth + 1);
    }
    if (inside.size() > MOST_FOLDERS_INSIDE) {
      put(
          String.format(
              Locale.ROOT,
              "<li class=\"leaf soft\">and %,d more folders</li>\n",
              inside.size() - MOST_FOLDERS_INSIDE));
    }
    put("</ul>\n</details></li>\n");
  }

  private void urls() throws IOException {
    put("<section id=\"urls\">\n<h2>All URLs</h2>\n");
    List<Row> rows =
        report.rows().subList(0, Math.min(FindingSorter.MOST_FINDINGS, report.rows().size()));
    if (rows.size() < report.rows().size()) {
      put(
          String.format(
              Locale.ROOT,
              "<p class=\"note\">The first %,d of %,d are listed.</p>\n",
              rows.size(),
              report.rows().size()));
    }
    beginTable(
        "urls",
        List.of("URL", "Title", "Came of it", "Type", "#Size", "#Time", "#Depth", "#Links to it"),
        "All URLs");
    for (Row row : rows) {
      UrlFacts facts = row.facts();
      put("<tr><td class=\"u\">" + link(facts.url()) + "</td>");
      put("<td>" + Markup.escaped(row.title()) + "</td><td>" + Markup.escaped(came(facts)));
      put("</td><td>" + Markup.escaped(facts.mediaType()) + "</td>");
      boolean isAnswered = facts.status() > 0;
      put(number(facts.bytes(), isAnswered ? Figures.bytes(facts.bytes()) : "", "Size"));
      put(
          number(
              facts.micros(),
              isAnswered ? Figures.time(Duration.ofNanos(facts.micros() * 1_000)) : "",
              "Time"));
      put(number(facts.depth(), String.valueOf(facts.depth()), "Depth"));
      put(number(row.links(), Figures.count(row.links()), "Links to it") + "</tr>\n");
    }
    endTable();
    put("</section>\n");
  }

  private static String came(UrlFacts facts) {
    return facts.answer().isEmpty() ? facts.outcome().text() : facts.answer();
  }

  /** A table; a head that begins with # is of numbers. */
  private void beginTable(String id, List<String> heads, String title) throws IOException {
    var head = new StringBuilder("<thead><tr>");
    for (String text : heads) {
      boolean isNumber = text.startsWith("#");
      head.append(isNumber ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">")
          .append(isNumber ? text.substring(1) : text)
          .append("</th>");
    }
    head.append("</tr></thead>");
    put("<div class=\"table\" id=\"t-" + id + "\">\n<div class=\"tools\" hidden>");
    put("<input type=\"search\" placeholder=\"Search\" aria-label=\"Search in: " + title + "\">");
    put("<span aria-live=\"polite\"></span><button type=\"button\">Previous</button>");
    put("<button type=\"button\">Next</button></div>\n");
    put("<div class=\"scroll\" hidden><table class=\"rows\" aria-label=\"" + title + "\">" + head);
    put("<tbody></tbody></table></div>\n<noscript><div class=\"scroll\"><table class=\"rows\">");
    put(head + "<tbody>\n");
  }

  private void endTable() throws IOException {
    put("</tbody></table></div></noscript>\n</div>\n");
  }

  private static String number(long value, String text, String label) {
    return text.isEmpty()
        ? "<td class=\"n\" data-v=\"" + value + "\"></td>"
        : "<td class=\"n\" data-l=\"" + label + "\" data-v=\"" + value + "\">" + text + "</td>";
  }

  private String link(String url) {
    String text = Markup.escaped(shown(url));
    return url.startsWith("http://") || url.startsWith("https://") || url.startsWith("file:///")
        ? "<a rel=\"noreferrer noopener\" href=\"" + Markup.escaped(url) + "\">" + text + "</a>"
        : text;
  }

  private String shown(String url) {
    return !origin.isEmpty() && url.startsWith(origin + "/") ? url.substring(origin.length()) : url;
  }

  private void put(String text) throws IOException {
    out.write(text);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the program lacks its file " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}

package dev.arachne.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.report.CrawlReport;
import dev.arachne.report.CrawlReport.Example;
import dev.arachne.report.CrawlReport.MediaTypeTally;
import dev.arachne.report.CrawlReport.ReasonTally;
import dev.arachne.report.CrawlReport.RenderTally;
import dev.arachne.report.CrawlReport.SlowPage;
import dev.arachne.report.CrawlReport.Tally;
import dev.arachne.report.StopReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class ReportPrinterTest {
  private static final Example ROOT = new Example("http://a/", "");

  private static final Duration THREE_MINUTES = Duration.ofMinutes(3);

  private static CrawlReport report(
      List<String> roots, Map<Integer, Tally> statuses, List<ReasonTally> failed) {
    return report(roots, statuses, failed, Optional.empty());
  }

  private static CrawlReport report(Optional<RenderTally> renderings) {
    return report(List.of("http://a/"), Map.of(), List.of(), renderings);
  }

  private static CrawlReport report(
      List<String> roots,
      Map<Integer, Tally> statuses,
      List<ReasonTally> failed,
      Optional<RenderTally> renderings) {
    return new CrawlReport(
        roots,
        List.of(),
        Instant.EPOCH,
        Duration.ofMillis(4100),
        new TreeMap<>(statuses),
        List.of(
            new MediaTypeTally("", 1, 10), new MediaTypeTally("text/html", 10_137, 262_000_000)),
        List.of(new ReasonTally("other host", new Tally(1234, List.of()))),
        failed,
        List.of(),
        List.of(new SlowPage("http://a/slow", Duration.ofMillis(1200))),
        267_000_000,
        0,
        StopReason.NOTHING_LEFT,
        Optional.empty(),
        renderings,
        Optional.empty(),
        List.of());
  }

  @Test
  void theReportTellsWhatCameOfEveryUrl() {
    var statuses =
        Map.of(
            200, new Tally(10_138, List.of(ROOT)),
            301, new Tally(1, List.of(ROOT)),
            404, new Tally(3, List.of(new Example("http://a/no", "http://a/"))),
            799, new Tally(1, List.of()));
    var failed =
        List.of(
            new ReasonTally("timed out", new Tally(1, List.of(ROOT))),
            new ReasonTally("connection refused", new Tally(2, List.of())));
    assertEquals(
        """
        Crawled http://a/ in 4.1 s
        11,380 URLs done (1,234 skipped), 0 to do: nothing left
        2,475 URLs/s, 267 MB, 1 redirect

        Answered
            10,138  200 OK
                 1  301 Moved Permanently
                 3  404 Not Found
                      http://a/no  <- http://a/
                      and 2 more
                 1  799

        Media types
            10,137  text/html                       262 MB
                 1  (none given)                    10 B

        Skipped
             1,234  other host

        Failed
                 2  connection refused
                 1  timed out
                      http://a/

        Slowest
             1.2 s  http://a/slow
        """,
        ReportPrinter.text(report(List.of("http://a/"), statuses, failed)));
  }

  @Test
  void pagesInTheBrowserHaveTheirReasonsGainAndCost() {
    var tally = new RenderTally(1_250, 12, 3, 40, 2, 1, 8_000, 1_800, 9_100, 3, THREE_MINUTES);
    String text = ReportPrinter.text(report(Optional.of(tally)));
    String section =
        """

        Rendered
             1,250  pages in the browser            3 requests, 3 min 00 s in tabs
                40  gained links or words           1,800 links, 9,100 words
                12  were samples for other pages
                 3  were checks
                 1  have errors in scripts
                 2  failed, or are incomplete
             8,000  not rendered: samples gained nothing
        """;
    assertTrue(text.endsWith(section), text);
    assertFalse(ReportPrinter.text(report(Optional.empty())).contains("Rendered"));
  }

  @Test
  void sectionsWithoutRowsAreLeftOut() {
    String text = ReportPrinter.text(report(List.of("http://a/"), Map.of(), List.of()));
    assertFalse(text.contains("Answered"), text);
    assertFalse(text.contains("Failed"), text);
  }

  @Test
  void ofManyRootsTheFirstThreeAreNamed() {
    String text = ReportPrinter.text(report(List.of("a", "b", "c", "d", "e"), Map.of(), List.of()));
    assertTrue(text.startsWith("Crawled a, b, c and 2 more in 4.1 s\n"), text);
  }

  @Test
  void textFromTheWebCannotActOnTheTerminal() {
    var evil = new Example("http://a/\u001b[2J", "http://b/\n");
    var tally = new Tally(1, List.of(evil));
    String text =
        ReportPrinter.text(
            report(List.of("\u0007"), Map.of(500, tally), List.of(new ReasonTally("\r", tally))));
    assertTrue(text.chars().allMatch(c -> c == '\n' || (c >= ' ' && c <= '~')), text);
    assertTrue(text.contains("http://a/\\u{1b}[2J  <- http://b/\\u{a}"), text);
  }

  @Test
  void coloursAreForTerminalsOfUsersWhoHaveNothingAgainstThem() {
    Map<String, String> terminal = Map.of("ARACHNE_TERMINAL", "1", "TERM", "xterm");
    assertEquals(Paint.COLOUR, Paint.of(terminal));
    assertEquals(Paint.PLAIN, Paint.of(Map.of("TERM", "xterm")));
    assertEquals(Paint.PLAIN, Paint.of(Map.of("ARACHNE_TERMINAL", "1", "TERM", "dumb")));
    assertEquals(
        Paint.PLAIN, Paint.of(Map.of("ARACHNE_TERMINAL", "1", "TERM", "xterm", "NO_COLOR", "1")));
  }
}

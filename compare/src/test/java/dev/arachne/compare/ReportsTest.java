package dev.arachne.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.road.CrawlingStage;
import dev.arachne.road.Road;
import dev.arachne.url.CrawlUrl;
import java.io.StringReader;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xml.sax.InputSource;

/** How a comparison is shown. */
final class ReportsTest {
  private static final Machine MACHINE =
      new Machine("x86 <fast>", 2, 16_000_000_000L, "Linux 6", "25");

  private static final Map<FilmParser, Duration> PARSERS =
      new EnumMap<>(
          Map.of(
              FilmParser.REGEX, Duration.ofNanos(400_000),
              FilmParser.XPATH, Duration.ofMillis(4),
              FilmParser.CSS, Duration.ofMillis(3)));

  private static Figures figures(int millis, int threads) {
    return new Figures(
        100,
        List.of(Duration.ofMillis(3L * millis), Duration.ofMillis(millis), Duration.ofMillis(1)),
        List.of(Duration.ofMillis(10), Duration.ZERO),
        threads);
  }

  private static CompareReport report(Optional<String> difference, CrawlUrl... urls) {
    var options = new CompareOptions(List.of(urls), 100, Duration.ofMillis(470), 100, 3, 1, 1_000);
    List<StageFigures> stages =
        Arrays.stream(Road.values())
            .map(road ->
                new StageFigures(
                    road,
                    figures(road.isSerial() ? 47_000 : 490, road.number()),
                    Optional.of(figures(1_920, 1))
                        .filter(_ -> road.stage(1) instanceof CrawlingStage),
                    Optional.of(figures(480, 2)).filter(_ -> road == Road.ARACHNE_CLIENT),
                    road.isSerial()
                        ? Optional.empty()
                        : Optional.of(new StageFigures.Memory(1_000, 2_600, 580)),
                    60 + road.number()))
            .toList();
    return new CompareReport(
        options, MACHINE, LocalDateTime.of(2026, 11, 21, 18, 5), stages, PARSERS, difference);
  }

  @Test
  void aRowHasTheFiguresOfItsStage() {
    String text = TextReport.of(report(Optional.empty()));
    assertTrue(text.startsWith("100 pages, each 470 ms late, up to 100 at a time\n"), text);
    assertEquals(
        List.of(
            " 1  blocking socket         47 s        100  5 ms     2.13        1        –           –     61       –",
            "10  Arachne               490 ms       1.04  5 ms      204       10  3.18 kB      2.6 kB     70  1.92 s",
            "10  Arachne               480 ms       1.02  5 ms      208        2        –           –      –       –"),
        text.lines().filter(line -> line.matches(".*(blocking socket|Arachne) .*")).toList());
    assertTrue(text.contains("All stages returned the same bytes.\n"), text);
    assertTrue(
        text.contains("ten pages takes XPath 4 ms, CSS 3 ms, regex 0.4 ms, the median\n"), text);
  }

  @Test
  void aDifferenceTakesThePlaceOfThePraise() {
    CompareReport report = report(Optional.of("thread pool returned <b>else</b>"));
    String text = TextReport.of(report);
    assertTrue(text.contains("\nthread pool returned <b>else</b>\n"), text);
    assertFalse(text.contains("same bytes"), text);
    String html = HtmlReport.of(report);
    assertTrue(html.contains("thread pool returned &lt;b&gt;else&lt;/b&gt;"), html);
    assertFalse(html.contains("same bytes"), html);
  }

  @Test
  void pagesOfOthersHaveNoLatencyThatIsKnown() {
    String text = TextReport.of(report(Optional.empty(), CrawlUrl.of("http://a.example/")));
    assertTrue(text.startsWith("1 page, up to 100 at a time\n"), text);
    assertTrue(text.contains("490 ms          –"), text);
  }

  @Test
  void thePageAsksForNothingFromTheNetworkAndRunsNothing() {
    String html = HtmlReport.of(report(Optional.empty()));
    assertFalse(Pattern.compile("https?:|src=|href=|url\\(|<script|@import").matcher(html).find());
    assertTrue(html.contains("x86 &lt;fast&gt;"), html);
  }

  @Test
  void everyChartIsWellFormedAndHasABarForEachStage() throws Exception {
    String html = HtmlReport.of(report(Optional.empty()));
    var pictures =
        Pattern.compile("<svg.*?</svg>", Pattern.DOTALL).matcher(html).results().toList();
    assertEquals(4, pictures.size());
    for (var picture : pictures) {
      var svg =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(picture.group())));
      assertEquals(Road.values().length, svg.getElementsByTagName("rect").getLength());
    }
  }

  @Test
  void barsOnAScaleOfPowersOfTenGrowByAsMuchForEachOfThem() {
    var chart =
        new BarChart(
            "t",
            List.of(
                new BarChart.Bar("a", 3),
                new BarChart.Bar("b", 30),
                new BarChart.Bar("c", 300),
                new BarChart.Bar("d", BarChart.Bar.UNKNOWN)),
            BarChart.Scale.POWERS_OF_TEN,
            Shown::digits);
    List<Double> widths = widths(chart);
    assertEquals(widths.get(1) - widths.get(0), widths.get(2) - widths.get(1), 0.2);
    assertTrue(widths.get(0) > 20, widths::toString);
    assertEquals(0, widths.get(3));
  }

  @Test
  void barsOnALinearScaleAreAsLongAsTheirValues() {
    var bars = List.of(new BarChart.Bar("a", 50), new BarChart.Bar("b", 100));
    List<Double> widths = widths(new BarChart("t", bars, BarChart.Scale.LINEAR, Shown::digits));
    assertEquals(2 * widths.get(0), widths.get(1));
  }

  private static List<Double> widths(BarChart chart) {
    return Pattern.compile("<rect [^>]*width=\"([0-9.]+)\"")
        .matcher(chart.svg())
        .results()
        .map(width -> Double.valueOf(width.group(1)))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ms",
    "0.0024, 2.4 ms",
    "0.49, 490 ms",
    "0.9996, 1 s",
    "1.92, 1.92 s",
    "47.31, 47.3 s",
    "3051, '3,051 s'"
  })
  void timesHaveThreeDigits(double seconds, String shown) {
    assertEquals(shown, Shown.seconds(seconds));
  }

  @ParameterizedTest
  @CsvSource({"0, 0 B", "950, 950 B", "3180, 3.18 kB", "42416128, 42.4 MB", "25276502016, 25.3 GB"})
  void sizesHaveThreeDigits(double bytes, String shown) {
    assertEquals(shown, Shown.bytes(bytes));
  }
}

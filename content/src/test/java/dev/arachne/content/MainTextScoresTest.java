package dev.arachne.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.testkit.Suites;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The main text of pages beside what people marked as it, and beside what a browser's reader view
 * keeps. Rules were made while looking at the pages with an even hash of their name only; the other
 * half tells how they do on pages that nobody looked at.
 */
class MainTextScoresTest {
  private static final int WORST = 5;

  @Test
  void articlesAreFoundAsPeopleMarkedThem() throws Exception {
    Path truths = Suites.file("articles/ground-truth.json").orElse(Path.of(""));
    assumeTrue(Files.isRegularFile(truths), Suites.MISSING);
    JsonNode articles = JsonMapper.shared().readTree(truths);
    Map<String, ShingleScore> scores = new TreeMap<>();
    for (String name : articles.propertyNames()) {
      JsonNode article = articles.get(name);
      String text =
          text(
              unzip(truths.resolveSibling("html").resolve(name + ".html.gz")),
              article.get("url").asString());
      scores.put(name, ShingleScore.of(article.get("articleBody").asString(), text));
    }
    assertEquals(91, scores.size());
    assertWhole("articles", scores, 0.975);
  }

  @Test
  void pagesAreFoundAsReaderViewKeepsThem() throws Exception {
    Path suite = Suites.directory().orElse(Path.of("")).resolve("readability");
    assumeTrue(Files.isDirectory(suite), Suites.MISSING);
    Map<String, ShingleScore> scores = new TreeMap<>();
    try (var pages = Files.newDirectoryStream(suite, Files::isDirectory)) {
      for (Path page : pages) {
        String truth =
            Jsoup.parse(new String(unzip(page.resolve("expected.html.gz")), UTF_8)).text();
        String text = text(unzip(page.resolve("source.html.gz")), "http://fakehost/test/page.html");
        scores.put(page.getFileName().toString(), ShingleScore.of(truth, text));
      }
    }
    assertEquals(65, scores.size());
    assertWhole("readability", scores, 0.95);
  }

  /** The files are in UTF-8, whatever encoding the pages were in. */
  private static String text(byte[] page, String url) {
    return PageReader.read(page, "text/html;charset=utf-8", "", CrawlUrl.of(url))
        .orElseThrow()
        .text();
  }

  private static void assertWhole(String suite, Map<String, ShingleScore> scores, double least) {
    double f1 = ShingleScore.f1(List.copyOf(scores.values()));
    System.out.printf(
        Locale.ROOT,
        "%s: F1 %.4f; of the half that was looked at %.4f, of the other %.4f%n",
        suite,
        f1,
        half(scores, 0),
        half(scores, 1));
    scores.entrySet().stream()
        .sorted(Comparator.comparingDouble(page -> f1(page.getValue())))
        .limit(WORST)
        .forEach(page ->
            System.out.printf(
                Locale.ROOT,
                "  %s: precision %.3f, recall %.3f%n",
                page.getKey(),
                page.getValue().precision(),
                page.getValue().recall()));
    assertTrue(f1 >= least, suite + ": F1 " + f1);
  }

  private static double f1(ShingleScore page) {
    return ShingleScore.f1(List.of(page));
  }

  private static double half(Map<String, ShingleScore> scores, int parity) {
    List<ShingleScore> half = new ArrayList<>();
    scores.forEach((name, score) -> {
      if ((name.hashCode() & 1) == parity) {
        half.add(score);
      }
    });
    return ShingleScore.f1(half);
  }

  private static byte[] unzip(Path file) throws IOException {
    try (var in = new GZIPInputStream(Files.newInputStream(file))) {
      return in.readAllBytes();
    }
  }
}

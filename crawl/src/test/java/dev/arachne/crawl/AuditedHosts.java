package dev.arachne.crawl;

import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Hosts that each ask for another kind of courtesy, and the crawl of them; by its number a host has
 * a crawl delay, pages that nobody may have, a time in which it wants to be left alone.
 *
 * @param number of the host
 */
record AuditedHosts(int number) implements TestSite {
  static final Duration DELAY = Duration.ofMillis(250);

  /** Longer than a busy machine makes the next request of the host late. */
  private static final Duration SLOW = Duration.ofSeconds(1);

  private static final int TASKS = 200;

  /** How often each host is asked: robots.txt, six pages, one of them twice by some. */
  int requests() {
    return (isClosed() ? 6 : 7) + (isTired() ? 1 : 0);
  }

  @Override
  public Reply reply(TestRequest request) {
    return switch (request.target()) {
      case "/robots.txt" -> robots();
      case "/" ->
          Reply.html("<a href=/slow><a href=/tired><a href=/moved><a href=/private><a href=/2>");
      case "/slow" -> Reply.html("").after(SLOW);
      case "/tired" -> isTired() && request.ask() == 1 ? tired() : Reply.html("");
      case "/moved" -> Reply.redirect(302, "/2");
      default -> Reply.html("<a href=/>");
    };
  }

  /**
   * The crawl of all {@code roots} in {@code directory}; a broken build is asked for it by name.
   */
  static void crawl(List<String> roots, Path directory) throws Exception {
    new Crawl(options(roots, directory)).run();
  }

  static CrawlOptions options(List<String> roots, Path directory) {
    return CrawlOptions.crawlOf(roots)
        .sitemaps(SitemapPolicy.IGNORE)
        .directory(directory)
        .delay(DELAY)
        .tasks(TASKS)
        .userAgent("arachne")
        .build();
  }

  private boolean isClosed() {
    return number % 3 > 0;
  }

  private boolean isTired() {
    return number % 4 == 0;
  }

  private Reply robots() {
    String rules = "User-agent: *\nDisallow: /private\n";
    return switch (number % 3) {
      case 0 -> Reply.status(404);
      case 1 -> Reply.text(rules);
      default -> Reply.text(rules + "Crawl-delay: 0.5\n");
    };
  }

  private Reply tired() {
    return Reply.status(number % 8 == 0 ? 429 : 503).header("Retry-After", "1");
  }
}

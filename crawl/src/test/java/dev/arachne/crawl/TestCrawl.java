package dev.arachne.crawl;

import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.OptionTable;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.report.CrawlReport;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A crawl whose every verdict is kept, for tests to ask about. */
final class TestCrawl {
  final List<Verdict> verdicts = new ArrayList<>();
  final List<String> retries = new ArrayList<>();
  final Map<String, Throwable> thrown = new LinkedHashMap<>();
  final Crawl crawl;

  /** URLs for which hosts were slowed. */
  final List<String> slowed = new ArrayList<>();

  /** Asks for sitemaps only if that is set: tests of other matters count requests. */
  TestCrawl(CrawlOptions.Builder options) {
    if (options.get(OptionTable.SITEMAPS).isEmpty()) {
      options.sitemaps(SitemapPolicy.IGNORE);
    }
    crawl = new Crawl(options.build()).listen(new Recorder());
  }

  /** The crawl, run to its end. */
  static TestCrawl of(CrawlOptions.Builder options) throws Exception {
    var test = new TestCrawl(options);
    test.report = test.crawl.run();
    return test;
  }

  CrawlReport report;

  private final class Recorder implements CrawlListener {
    @Override
    public void decided(Verdict verdict) {
      verdicts.add(verdict);
    }

    @Override
    public void retried(CrawlUrl url, int attempt, String failure) {
      retries.add(url.pathAndQuery() + " " + attempt + " " + failure);
    }

    @Override
    public void slowed(CrawlUrl url) {
      slowed.add(url.pathAndQuery());
    }

    @Override
    public void threw(CrawlUrl url, Throwable thrown) {
      TestCrawl.this.thrown.put(url.pathAndQuery(), thrown);
    }
  }

  /** How often the URL was tried. */
  int attempts(String path) {
    return verdicts.stream().filter(v -> path(v).equals(path)).findFirst().orElseThrow().attempts();
  }

  /** Status by path and query of every URL that was answered. */
  Map<String, Integer> answered() {
    var answered = new TreeMap<String, Integer>();
    for (Verdict verdict : verdicts) {
      answer(verdict).ifPresent(answer -> answered.put(path(verdict), answer.status()));
    }
    return answered;
  }

  /** The reason, and what decided, by path and query of every URL that was given up. */
  Map<String, String> dropped(DropReason reason) {
    var dropped = new TreeMap<String, String>();
    for (Verdict verdict : verdicts) {
      if (verdict.disposition() instanceof Disposition.Dropped(var why, String detail, var _)
          && why == reason) {
        dropped.put(path(verdict), detail);
      }
    }
    return dropped;
  }

  private static Optional<Disposition.Answer> answer(Verdict verdict) {
    return switch (verdict.disposition()) {
      case Disposition.Done(Disposition.Answer answer) -> Optional.of(answer);
      case Disposition.Moved(Disposition.Answer answer, String _) -> Optional.of(answer);
      case Disposition.Dropped(DropReason _, String _, var _) -> Optional.empty();
    };
  }

  private static String path(Verdict verdict) {
    return verdict.discovery().url().pathAndQuery();
  }
}

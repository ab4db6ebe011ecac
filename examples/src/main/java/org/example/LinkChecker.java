package org.example;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawlListener;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Verdict;
import java.util.Map;
import java.util.TreeMap;

/** Finds the broken links of a site, each with the first page that has it. */
public final class LinkChecker implements CrawlListener {
  private final Map<String, String> broken = new TreeMap<>();

  /** Prints the broken links of the sites at {@code roots}, one in each line. */
  public static void main(String... roots) throws Exception {
    var checker = new LinkChecker();
    Crawl.of(roots).listen(checker).run();
    checker.broken().forEach((link, problem) -> System.out.println(link + ": " + problem));
  }

  @Override
  public void decided(Verdict verdict) {
    var found = verdict.discovery();
    String link = found.via() == null ? "" + found.url() : found.url() + " <- " + found.via();
    switch (verdict.disposition()) {
      case Disposition.Done(var answer) when answer.status() >= 400 ->
          broken.put(link, "status " + answer.status());
      case Disposition.Dropped(var reason, var detail, _)
          when reason.kind() == DropReason.Kind.FAILED ->
          broken.put(link, detail);
      default -> {} // It works, or is out of scope.
    }
  }

  /** The problems found, by link and page, once the crawl is over. */
  public Map<String, String> broken() {
    return broken;
  }
}

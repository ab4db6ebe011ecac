package org.example;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawledPage;
import dev.arachne.items.Item;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ItemFile;
import dev.arachne.report.CrawlReport;
import java.nio.file.Path;

/**
 * Collects the title and the headings of every page of a site, as one line of JSON for each page.
 */
public final class Titles {
  private Titles() {}

  /** Writes the titles of the site in the first argument to the file in the second one. */
  public static void main(String... arguments) throws Exception {
    CrawlReport report = collect(arguments[0], Path.of(arguments[1]));
    System.out.println(report.answered() + " URLs answered in " + report.elapsed());
  }

  /** Crawls from {@code root} and replaces {@code file}. */
  static CrawlReport collect(String root, Path file) throws Exception {
    CrawlOptions options =
        CrawlOptions.crawlOf(root).items(ItemFile.overwrite(file)).maxDepth(10).build();
    return new Crawl(options).process(Titles::addTitle).run();
  }

  private static void addTitle(CrawledPage page) {
    if (page.contentType().orElse("").startsWith("text/html")) {
      page.add(
          Item.of("url", page.url())
              .and("title", page.document().select("title").text())
              .and("headings", page.document().select("h1, h2").eachText()));
    }
  }
}

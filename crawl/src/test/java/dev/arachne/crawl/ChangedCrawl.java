package dev.arachne.crawl;

import dev.arachne.http.Http2;
import dev.arachne.ledger.Change;
import dev.arachne.options.ChangeText;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.pace.Throttling;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;

/** A crawl that is changed while it runs, also as a {@link BrokenBuild} has it. */
final class ChangedCrawl {
  /** Fetches at once. */
  static final int TASKS = 48;

  private ChangedCrawl() {}

  /** A crawl that asks as fast as it can, over a version of HTTP. */
  static CrawlOptions.Builder options(String root, Path directory, Http2 version) {
    return CrawlOptions.crawlOf(root)
        .sitemaps(SitemapPolicy.IGNORE)
        .robots(RobotsPolicy.IGNORE)
        .http2(version)
        .throttling(Throttling.FIXED)
        .tasks(TASKS)
        .perHost(TASKS)
        .directory(directory);
  }

  /**
   * Crawls, makes a change, and goes on to the end.
   *
   * @param version the name of an {@link Http2}
   * @param begun returns when it is time for the change
   * @param changed returns when the change has been in force for long enough; a pause ends then
   */
  static void crawl(
      String root, Path directory, String version, String change, Runnable begun, Runnable changed)
      throws Exception {
    var crawl = new Crawl(options(root, directory, Http2.valueOf(version)).build());
    var running = new FutureTask<>(crawl::run);
    Thread thread = new Thread(running, "crawl to be changed");
    thread.start();
    begun.run();
    make(crawl, ChangeText.parse(change));
    changed.run();
    if (change.equals("pause")) {
      make(crawl, new Change.Resume());
    }
    running.get();
    thread.join(); // No class of a build is loaded any more.
  }

  private static void make(Crawl crawl, Change change) {
    if (crawl.change(change) instanceof Change.Refused(String why)) {
      throw new IllegalStateException(change.text() + ": " + why);
    }
  }
}

package dev.arachne.cli;

import dev.arachne.crawl.Crawl;
import dev.arachne.dashboard.Dashboard;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.OptionType;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * The dashboard of a crawl of this process. Alone in a class, so that other crawls do not load it.
 */
final class CrawlDashboard {
  private CrawlDashboard() {}

  /**
   * Opens it, and prints its address.
   *
   * @throws UsageException if the port is taken
   */
  static Dashboard open(Crawl crawl, CrawlOptions options, InetSocketAddress at, PrintWriter err)
      throws UsageException, IOException {
    String name =
        options.storage().directory().map(CrawlDashboard::name).orElse("a crawl in memory");
    try {
      Dashboard dashboard =
          Dashboard.of(name, crawl, options.storage().directory(), WhyCommand::text, at);
      err.println("dashboard: " + dashboard.url());
      err.flush();
      return dashboard;
    } catch (BindException e) {
      throw new UsageException(
          "--dashboard", text(at) + ": " + e.getMessage() + "; use another PORT");
    }
  }

  /** The snapshot for other processes that show the crawl. */
  static String snapshot(Crawl crawl) {
    return Dashboard.snapshot(crawl);
  }

  /** The address to listen on, as it is typed. */
  static String text(InetSocketAddress at) {
    return OptionType.listening().texts(at).getFirst();
  }

  /** The name of a crawl by its directory. */
  static String name(Path directory) {
    Path last = directory.toAbsolutePath().normalize().getFileName();
    return String.valueOf(last).replaceFirst("\\.crawl$", "");
  }
}

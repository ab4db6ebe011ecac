package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.dashboard.Dashboard;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;

/**
 * {@code arachne dashboard DIR}: a crawl in a browser, while another process crawls or afterwards.
 */
final class DashboardCommand extends Verb {
  private final Argument<Path> directory = directory();
  private final DashboardPort port = new DashboardPort(options);

  DashboardCommand() {
    super(
        "dashboard", "[OPTION]... DIR", "Shows a crawl in a browser, while it runs or afterwards.");
    footer(
        """
        The page shows rates, hosts, requests in flight and failures, and controls a running crawl:
        docs/dashboard.md. It is served until ^C. crawl --dashboard serves it during a crawl.

        Exit code: 1 the crawl cannot be read, or the port is taken; 2 a mistake at the command line.

        Example:
          arachne dashboard example.com.crawl --port 8090
        """);
  }

  @Override
  protected int run() throws UsageException, IOException, InterruptedException {
    try (Dashboard dashboard =
        Dashboard.of(
            CrawlDashboard.name(directory.typed()),
            directory.typed(),
            WhyCommand::text,
            port.address())) {
      out()
          .println(
              "%s shows %s; ^C ends it"
                  .formatted(dashboard.url(), TerminalText.escaped(directory.typed().toString())));
      out().flush();
      dashboard.await();
    } catch (BindException e) {
      return failed(port.refused(e));
    }
    return ExitCode.DONE;
  }
}

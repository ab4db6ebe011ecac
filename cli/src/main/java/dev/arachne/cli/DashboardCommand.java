package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.dashboard.Dashboard;
import dev.arachne.options.OptionType;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * {@code arachne dashboard DIR}: a crawl in a browser, while another process crawls or afterwards.
 */
final class DashboardCommand extends Verb {
  private final Argument<Path> directory = directory();
  private final Argument<InetSocketAddress> port =
      options
          .option("--port", "PORT", Values.of(OptionType.listening()))
          .help(
              "The port to listen on; ADDRESS:PORT allows access from other machines. Default: a"
                  + " free port.");

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
    InetSocketAddress at = port.value().orElseGet(() -> OptionType.listening().typed(""));
    try (Dashboard dashboard =
        Dashboard.of(
            CrawlDashboard.name(directory.typed()), directory.typed(), WhyCommand::text, at)) {
      out()
          .println(
              "%s shows %s; ^C ends it"
                  .formatted(dashboard.url(), TerminalText.escaped(directory.typed().toString())));
      out().flush();
      dashboard.await();
    } catch (BindException e) {
      return failed(
          "%s: %s; use another --port".formatted(CrawlDashboard.text(at), e.getMessage()));
    }
    return ExitCode.DONE;
  }
}

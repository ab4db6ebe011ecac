package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Section;
import dev.arachne.arguments.Values;
import dev.arachne.options.OptionType;
import java.net.BindException;
import java.net.InetSocketAddress;

/** The option {@code --port} of verbs that serve a dashboard. */
public final class DashboardPort {
  private final Argument<InetSocketAddress> port;

  /** Adds it to the options of a verb. */
  public DashboardPort(Section options) {
    port =
        options
            .option("--port", "PORT", Values.of(OptionType.listening()))
            .help(
                "The port to listen on; ADDRESS:PORT allows access from other machines. Default: a"
                    + " free port.");
  }

  /** The address to listen on. */
  public InetSocketAddress address() {
    return port.value().orElseGet(() -> OptionType.listening().typed(""));
  }

  /** The line that says why it cannot be used. */
  public String refused(BindException why) {
    return "%s: %s; use another --port".formatted(CrawlDashboard.text(address()), why.getMessage());
  }
}

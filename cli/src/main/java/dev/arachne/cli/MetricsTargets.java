package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Section;
import dev.arachne.arguments.Values;
import dev.arachne.crawl.Crawl;
import dev.arachne.options.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.TypeConversionException;

/** How the numbers of a crawl are handed to machines that watch it: over HTTP, in a file. */
record MetricsTargets(Optional<InetSocketAddress> served, Optional<Path> file) {
  /** No metrics. */
  static final MetricsTargets NONE = new MetricsTargets(Optional.empty(), Optional.empty());

  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

  /** The one that exporters of OpenTelemetry's SDKs have. */
  private static final int USUAL_PORT = 9464;

  private static final int MOST_PORT = 65_535;

  /** The options for it. */
  static final class Flags {
    private final Argument<InetSocketAddress> served;
    private final Argument<Path> file;

    Flags(Section section) {
      served =
          section
              .possibleOption("--metrics", "PORT", MetricsTargets::address)
              .help(
                  "Serve metrics of the crawl at http://127.0.0.1:PORT/metrics, for Prometheus:"
                      + " docs/metrics.md. 0 is a free port; ADDRESS:PORT allows access from other machines."
                      + " Default: "
                      + USUAL_PORT
                      + ".");
      file =
          section
              .option("--metrics-file", "FILE", Values::outputFile)
              .help(
                  "Write metrics of the crawl to FILE every ten seconds and at the end, for"
                      + " node_exporter, which reads files named *.prom.");
    }

    MetricsTargets metricsTargets() {
      return new MetricsTargets(served.value(), file.value());
    }
  }

  private static InetSocketAddress address(String typed) {
    int colon = typed.lastIndexOf(':');
    String port = typed.substring(colon + 1);
    try {
      InetAddress address =
          colon < 0
              ? LOOPBACK
              : InetAddress.ofLiteral(typed.substring(0, colon).replaceFirst("^\\[(.*)]$", "$1"));
      return new InetSocketAddress(
          address, port.isEmpty() ? USUAL_PORT : (int) Values.number(port, 0, MOST_PORT));
    } catch (IllegalArgumentException | TypeConversionException e) {
      throw new TypeConversionException(
          "'%s' is not a port; use --metrics=PORT, or --metrics alone after the seeds"
              .formatted(typed));
    }
  }

  /**
   * Begins to export the metrics of a crawl, until the returned object is closed. Its classes are
   * not loaded for a crawl without metrics.
   *
   * @param tell gets the place of the metrics, and a message about a file that cannot be written;
   *     any thread
   * @throws UsageException if the port is not available
   */
  Closeable start(Crawl crawl, Consumer<String> tell) throws UsageException, IOException {
    return served.isEmpty() && file.isEmpty() ? () -> {} : MetricsWatch.start(this, crawl, tell);
  }
}

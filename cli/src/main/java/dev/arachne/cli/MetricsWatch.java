package dev.arachne.cli;

import dev.arachne.crawl.Crawl;
import dev.arachne.metrics.MetricsFile;
import dev.arachne.metrics.MetricsServer;
import dev.arachne.options.FileFailure;
import dev.arachne.options.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Consumer;

/** Exports the metrics of a crawl to other programs while it runs, and once more at its end. */
final class MetricsWatch implements Closeable {
  private final Optional<MetricsServer> server;
  private final Optional<MetricsFile> file;

  private MetricsWatch(Optional<MetricsServer> server, Optional<MetricsFile> file) {
    this.server = server;
    this.file = file;
  }

  /**
   * Begins with it.
   *
   * @param tell gets the place of the metrics, and a message about a file that cannot be written;
   *     any thread
   * @throws UsageException if the port is not available
   */
  static MetricsWatch start(MetricsTargets asked, Crawl crawl, Consumer<String> tell)
      throws UsageException, IOException {
    Optional<MetricsServer> server =
        asked.served().isPresent()
            ? Optional.of(serve(crawl, asked.served().get()))
            : Optional.empty();
    server.ifPresent(its -> tell.accept("metrics at " + its.url()));
    Consumer<IOException> failed =
        failure -> tell.accept("warning: cannot write " + FileFailure.text(failure));
    return new MetricsWatch(
        server, asked.file().map(path -> MetricsFile.start(path, crawl::metrics, failed)));
  }

  private static MetricsServer serve(Crawl crawl, InetSocketAddress at)
      throws UsageException, IOException {
    try {
      return MetricsServer.start(at, crawl::metrics);
    } catch (BindException e) {
      throw new UsageException(
          "--metrics",
          "cannot listen at %s:%d (%s); use --metrics=PORT with another port, or 0 for any"
              .formatted(at.getAddress().getHostAddress(), at.getPort(), e.getMessage()));
    }
  }

  @Override
  public void close() {
    file.ifPresent(MetricsFile::close);
    server.ifPresent(MetricsServer::close);
  }
}

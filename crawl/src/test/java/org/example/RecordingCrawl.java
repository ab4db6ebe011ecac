package org.example;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.VisitRecorder;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.WireTap;
import dev.arachne.ledger.Exchange;
import dev.arachne.options.CrawlOptions;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A process that crawls one URL, saves its body, and writes what came over the wire to a file:
 * {@code RecordingCrawl URL FOLDER}.
 */
final class RecordingCrawl implements VisitRecorder {
  private final Path folder;

  private RecordingCrawl(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    var options =
        CrawlOptions.crawlOf(arguments[0])
            .directory(folder.resolve("kept"))
            .save(folder.resolve("saved"))
            .memory(64 << 20);
    new Crawl(options.build()).record(new RecordingCrawl(folder)).run();
  }

  @Override
  public String name() {
    return "wire";
  }

  @Override
  public Recording begin(Lease lease) {
    return new ToFile(folder.resolve(lease.url().pathAndQuery().substring(1).replace('/', '_')));
  }

  /** Writes what comes for one visit to a file. */
  private record ToFile(Path file) implements Recording {
    @Override
    public HttpRequest tap(HttpRequest request) {
      try {
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
        return request.withTap(new Writing(out));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Optional<byte[]> end(List<Exchange> exchanges) {
      return Optional.empty();
    }
  }

  private record Writing(OutputStream out) implements WireTap {
    @Override
    public void begin() {}

    @Override
    public void sent(byte[] bytes, int offset, int length) {}

    @Override
    public void received(byte[] bytes, int offset, int length) {
      try {
        out.write(bytes, offset, length);
        out.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}

package dev.arachne.cluster;

import dev.arachne.options.KeptOptions;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A verb that reads the rows of a crawl, shard by shard, from copies that are deleted. */
abstract class ReadingVerb extends CrawlVerb {
  ReadingVerb(String name, String synopsis, String description) {
    super(name, synopsis, description);
  }

  /** Reads the directory of one shard. */
  interface Reader {
    void read(Path directory) throws UsageException, IOException;
  }

  /** An existing crawl, with its options. */
  record Kept(Topics topics, int shards, KeptOptions options) {}

  Kept kept(String crawl) throws UsageException, IOException {
    Topics topics = Topics.of(crawl);
    int shards = shards(topics);
    try (var controlTopic = ControlTopic.open(topics, client())) {
      return new Kept(topics, shards, asked(topics, controlTopic.orders()));
    }
  }

  /** Has the directory of a shard read, as it is now. */
  void read(Kept crawl, int shard, Reader reader) throws UsageException, IOException {
    Path copy = Files.createTempDirectory("arachne-shard");
    try {
      new RowsExport(crawl.topics, client()).write(shard, crawl.options, copy);
      reader.read(copy);
    } finally {
      delete(copy);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files
          .sorted((a, b) -> b.compareTo(a))
          .forEach(file -> {
            try {
              Files.delete(file);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}

package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.options.KeptOptions;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code arachne cluster export CRAWL DIR}: writes a crawl as directories, one a shard. */
final class ExportVerb extends CrawlVerb {
  private final Argument<String> crawl =
      required("CRAWL", text -> text).help("The name of the crawl.");
  private final Argument<Path> directory =
      required("DIR", Path::of).help("A directory that is not there yet.");

  ExportVerb() {
    super(
        "export",
        "[OPTION]... CRAWL DIR",
        "Writes what is known of a crawl into DIR/shard-N, which all verbs that read crawls read.");
  }

  @Override
  protected int run() throws UsageException, IOException {
    Topics topics = Topics.of(crawl.typed());
    if (Files.exists(directory.typed())) {
      throw new UsageException(directory.typed().toString(), "is there already; use another DIR");
    }
    int shards = shards(topics);
    KeptOptions options;
    try (var controlTopic = ControlTopic.open(topics, client())) {
      options = asked(topics, controlTopic.orders());
    }
    var export = new RowsExport(topics, client());
    for (int shard = 0; shard < shards; shard++) {
      export.write(shard, options, directory.typed().resolve("shard-" + shard));
    }
    out().println("%s: %d shards in %s".formatted(topics.crawl(), shards, directory.typed()));
    return ExitCode.DONE;
  }
}

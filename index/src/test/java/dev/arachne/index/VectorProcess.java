package dev.arachne.index;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The program of a process that is to be killed: it indexes a crawl, and makes its vectors. */
final class VectorProcess {
  private VectorProcess() {}

  /** Of the crawl in {@code arguments[0]}, by the endpoint {@code [1]}. */
  public static void main(String[] arguments) throws Exception {
    Path kept = Path.of(arguments[0]);
    CrawlIndexing.of(kept);
    try (HttpEmbedding toy =
        HttpEmbedding.at(
            URI.create(arguments[1]), "toy", Optional.empty(), Duration.ofMinutes(2))) {
      VectorReport report = VectorIndexing.of(kept, toy, () -> false);
      if (report.failure().isPresent()) {
        throw report.failure().get();
      }
    }
  }
}

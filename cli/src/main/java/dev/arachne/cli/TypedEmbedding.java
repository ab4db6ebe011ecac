package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Section;
import dev.arachne.arguments.Values;
import dev.arachne.index.CrawlSearch;
import dev.arachne.options.OptionTable;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** The model for the vectors of verbs about an index, if one is typed. */
final class TypedEmbedding {
  private final Argument<Optional<URI>> endpoint;
  private final Argument<Optional<String>> model;

  TypedEmbedding(Section options) {
    endpoint =
        options
            .option("--embedding", "URL", Values.of(OptionTable.EMBEDDING.type()))
            .help(
                "Compute embeddings by the OpenAI-compatible endpoint at URL: docs/search.md. The key"
                    + " is in ARACHNE_EMBEDDING_KEY.");
    model =
        options
            .option("--embedding-model", "NAME", Values.of(OptionTable.EMBEDDING_MODEL.type()))
            .help("The name of the model. Default: the model of the index.");
  }

  /** The search in the index of a crawl: by words, and by the model if there is one. */
  CrawlSearch open(Path crawl) throws UsageException, IOException {
    checkModel();
    return endpoint.isGiven()
        ? EmbeddedCrawl.search(crawl, url(), model.or(Optional.empty()))
        : CrawlSearch.open(crawl);
  }

  /** The URL of the model; empty if no vectors are requested. */
  Optional<URI> endpoint() throws UsageException {
    checkModel();
    return endpoint.or(Optional.empty());
  }

  /** The name of the model, if it was typed. */
  Optional<String> model() {
    return model.or(Optional.empty());
  }

  private URI url() {
    return endpoint.typed().orElseThrow();
  }

  private void checkModel() throws UsageException {
    if (model.isGiven() && !endpoint.isGiven()) {
      throw new UsageException(
          "--embedding-model", "is the name of a model; use --embedding URL too");
    }
  }
}

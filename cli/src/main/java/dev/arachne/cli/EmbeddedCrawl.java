package dev.arachne.cli;

import dev.arachne.index.CrawlSearch;
import dev.arachne.index.HttpEmbedding;
import dev.arachne.index.VectorIndexing;
import dev.arachne.index.VectorReport;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.EmbeddingOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.FileFailure;
import dev.arachne.options.SearchIndex;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Quantity;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A crawl whose index has vectors. Alone in a class, which others do not load. */
final class EmbeddedCrawl {
  /** The variable of the endpoint's key, which is sent to the endpoint and not kept. */
  private static final String KEY = "ARACHNE_EMBEDDING_KEY";

  /** The limit of an exchange while vectors are made: small machines take seconds for a text. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  /** The limit of an exchange for a query: a user waits for it. */
  private static final Duration LONGEST_OF_QUERY = Duration.ofSeconds(10);

  private EmbeddedCrawl() {}

  private static HttpEmbedding at(URI endpoint, String model, Duration longest)
      throws UsageException {
    Optional<String> key = key(System.getenv(KEY));
    return HttpEmbedding.at(endpoint, model, key, longest);
  }

  /**
   * The key in a variable of the environment; empty if it is unset or blank.
   *
   * @throws UsageException if the value is not a key; the message does not repeat it
   */
  static Optional<String> key(@Nullable String variable) throws UsageException {
    String key = variable == null ? "" : variable.strip();
    if (!key.chars().allMatch(c -> c > ' ' && c <= '~')) {
      throw new UsageException(KEY, "is no key: it has spaces, or letters that no header has");
    }
    return Optional.of(key).filter(its -> !its.isEmpty());
  }

  /** Search by words and by the model of which the index has vectors. */
  static CrawlSearch search(Path crawl, URI endpoint, Optional<String> typed)
      throws UsageException, IOException {
    Optional<String> model = typed.isPresent() ? typed : VectorIndexing.model(crawl);
    return CrawlSearch.open(crawl, at(endpoint, model.orElse(""), LONGEST_OF_QUERY));
  }

  /**
   * The model of the vectors that a crawl is to have: the one that was typed, or that they are of.
   *
   * @throws UsageException if neither has a model, or the typed one is another
   */
  static String model(Path crawl, Optional<String> typed) throws UsageException, IOException {
    Optional<String> model = typed.isPresent() ? typed : VectorIndexing.model(crawl);
    if (model.isEmpty()) {
      throw new UsageException(
          "--embedding", "serves models by their names; use --embedding-model NAME too");
    }
    VectorIndexing.check(crawl, model.get());
    return model.get();
  }

  /**
   * The same for a crawl with an index, before it begins; empty without an endpoint.
   *
   * @throws UsageException if the options are not enough to choose a model
   */
  static Optional<String> model(CrawlOptions options) throws UsageException, IOException {
    EmbeddingOptions asked = options.outputs().embedding();
    if (asked.endpoint().isEmpty()) {
      throw new UsageException(
          "--embedding-model", "is the name of a model; use --embedding URL too");
    }
    Optional<Path> crawl = options.storage().directory();
    if (options.outputs().index() != SearchIndex.PAGES || crawl.isEmpty()) {
      throw new UsageException("--embedding", "is about an index; use --index too");
    }
    key(System.getenv(KEY));
    boolean isNew = options.storage().existing() == ExistingCrawlPolicy.REPLACE;
    return isNew && asked.model().isPresent()
        ? asked.model()
        : Optional.of(model(crawl.get(), asked.model()));
  }

  /**
   * Makes the vectors of a crawl that is over; returns lines to print. A failure does not affect
   * the crawl, which is done.
   */
  static List<String> complete(CrawlOptions options, String model, BooleanSupplier isStopped) {
    Path crawl = options.storage().directory().orElseThrow();
    URI endpoint = options.outputs().embedding().endpoint().orElseThrow();
    VectorReport report;
    try {
      report = index(crawl, endpoint, model, isStopped);
    } catch (UsageException e) {
      return List.of(
          "warning: %s; no vectors were made, use arachne index %s --embedding URL later"
              .formatted(e.getMessage(), crawl));
    } catch (IOException e) {
      return List.of(
          "warning: %s; not all vectors were made, use arachne index %s --embedding URL later"
              .formatted(FileFailure.text(e), crawl));
    }
    List<String> lines = new ArrayList<>();
    if (report.pages() + report.refused() > 0) {
      lines.add(text(report));
    }
    warning(report, crawl).ifPresent(text -> lines.add("warning: " + text));
    return lines;
  }

  /** Makes the vectors that are not there yet. */
  static VectorReport index(Path crawl, URI endpoint, String model, BooleanSupplier isStopped)
      throws UsageException, IOException {
    try (HttpEmbedding embedding = at(endpoint, model, LONGEST)) {
      return VectorIndexing.of(crawl, embedding, isStopped);
    }
  }

  /** The outcome of making the vectors, on a line. */
  static String text(VectorReport report) {
    String refused =
        report.refused() == 0
            ? ""
            : "; %s the model refuses".formatted(Quantity.count(report.refused()));
    return "vectors of %s: %s pages taken in now%s"
        .formatted(report.model(), Quantity.count(report.pages()), refused);
  }

  /** The advice about pages without vectors; empty if all pages have vectors. */
  static Optional<String> warning(VectorReport report, Path crawl) {
    if (report.pending() == 0) {
      return Optional.empty();
    }
    String why = report.failure().map(its -> its.getMessage() + "; ").orElse("");
    return Optional.of(
        "%s%s pages have no vectors yet; use arachne index %s --embedding URL --embedding-model %s"
            .formatted(why, Quantity.count(report.pending()), crawl, report.model()));
  }
}

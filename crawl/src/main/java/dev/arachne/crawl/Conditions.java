package dev.arachne.crawl;

import dev.arachne.fetch.FetchOutcome;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Validators;
import dev.arachne.ledger.VisitNote;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.OutputOptions;
import dev.arachne.protocol.Freshness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Makes requests of later visits conditional, so that only changed pages are transferred (RFC 9110
 * 13). The request is unconditional if the crawl now keeps more of a page than it kept then.
 * Immutable.
 *
 * @param areNoted whether validators are noted, since there can be a later visit
 * @param kept the parts of pages that are kept
 * @param wantsSitemaps whether sitemaps are requested unconditionally, since their entries decide
 *     which pages are visited again
 */
record Conditions(boolean areNoted, List<String> kept, boolean wantsSitemaps) {
  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;

  static Conditions of(CrawlOptions options) {
    OutputOptions outputs = options.outputs();
    List<String> kept = new ArrayList<>();
    if (outputs.notesContent()) {
      kept.add("content");
    }
    if (outputs.notesMarkup()) {
      kept.add("markup");
    }
    if (outputs.archive().directory().isPresent()) {
      kept.add("archive");
    }
    outputs.save().ifPresent(directory -> kept.add("save"));
    outputs.rules().ifPresent(rules -> kept.add("records"));
    boolean isOnline = !options.source().isOffline();
    return new Conditions(
        isOnline && options.storage().directory().isPresent(),
        kept,
        SecondVisit.areFewVisited(options));
  }

  /** Returns the request of a visit, with conditions from the last visit. */
  HttpRequest applyTo(HttpRequest request, Lease lease) {
    Optional<Validators> known = lease.validators().filter(this::haveAll);
    if (known.isEmpty() || (wantsSitemaps && lease.priority().isSitemap())) {
      return request;
    }
    HttpRequest conditional = request;
    if (!known.get().entityTag().isEmpty()) {
      conditional = conditional.with("If-None-Match", known.get().entityTag());
    }
    if (!known.get().lastModified().isEmpty()) {
      conditional = conditional.with("If-Modified-Since", known.get().lastModified());
    }
    return conditional;
  }

  private boolean haveAll(Validators validators) {
    return Arrays.asList(validators.kept().split(" ")).containsAll(kept);
  }

  /**
   * Returns the note of an answer for a later visit, or empty if there is nothing to note. For an
   * unchanged page it is the earlier note again, so that the latest visit is sufficient.
   */
  Optional<VisitNote> noteOf(FetchOutcome outcome, Lease lease) {
    return areNoted && outcome instanceof FetchOutcome.Answered(HttpResponse response, var _, var _)
        ? validators(response, lease).map(its -> new VisitNote(Validators.NOTES, its.toBytes()))
        : Optional.empty();
  }

  private Optional<Validators> validators(HttpResponse response, Lease lease) {
    return switch (response.status()) {
      case OK ->
          Validators.of(
              response.headers().first("ETag"),
              response.headers().first("Last-Modified"),
              String.join(" ", kept),
              Freshness.of(response.headers()));
      case NOT_MODIFIED ->
          lease.validators().map(its -> its.freshFor(Freshness.of(response.headers())));
      default -> Optional.empty();
    };
  }
}

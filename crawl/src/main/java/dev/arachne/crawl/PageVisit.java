package dev.arachne.crawl;

import dev.arachne.fetch.Departures;
import dev.arachne.fetch.FetchOutcome;
import dev.arachne.fetch.PageLoader;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.Visit;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.Completeness;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Note;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.ParsedUrl;
import dev.arachne.url.RejectedUrl;
import java.util.List;
import java.util.Optional;

/**
 * The visit of a page, from its lease to all that comes back of it: {@link #of} has a stage a line.
 * Programs dock at the stages by {@link RequestCustomizer}, {@link PageLoader}, {@link
 * VisitRecorder}, {@link LinkFilter} and {@link PageProcessor}. Made for one loop, and confined to
 * it.
 */
final class PageVisit {
  private final EventLoop loop = EventLoop.current();
  private final Frontier frontier;
  private final long maxFileSize;
  private final List<RequestCustomizer> customizers;
  private final VisitRecorder recorder;
  private final PageLoader loader;
  private final Answers answers;
  private final PageLinks pageLinks;
  private final PageProcessing processing;
  private final Retries retries;

  PageVisit(
      Frontier frontier,
      long maxFileSize,
      List<RequestCustomizer> customizers,
      VisitRecorder recorder,
      PageLoader loader,
      Answers answers,
      PageLinks pageLinks,
      PageProcessing processing,
      Retries retries) {
    this.frontier = frontier;
    this.maxFileSize = maxFileSize;
    this.customizers = customizers;
    this.recorder = recorder;
    this.loader = loader;
    this.answers = answers;
    this.pageLinks = pageLinks;
    this.processing = processing;
    this.retries = retries;
  }

  /**
   * Visits the page of a lease.
   *
   * @param share holds what the page takes; the caller gives that back
   * @param place is told while the host or a processor is waited for
   */
  Visited of(Lease lease, ByteBudget.Share share, Places.Place place) {
    try (var recording = recorder.begin(lease)) {
      HttpRequest request = recording.tap(request(lease, share));
      FetchOutcome outcome = load(lease, request, place);
      List<Note> notes = RecordedNotes.of(recorder, recording, outcome.exchanges());
      Optional<Disposition.Answer> answer = answers.of(outcome, loop.time());
      FoundLinks links = pageLinks.of(lease, outcome, share);
      Harvest harvest = processing.process(lease, outcome, share, place);
      pageLinks.add(lease, harvest.follows(), links);
      return conclude(lease, outcome, answer, links, harvest.noted(notes));
    }
  }

  private HttpRequest request(Lease lease, ByteBudget.Share share) {
    HttpRequest request = HttpRequest.get(lease.url()).heldBy(share).ifNoLargerThan(maxFileSize);
    for (RequestCustomizer customizer : customizers) {
      request = customizer.customize(request, lease);
    }
    return request;
  }

  private FetchOutcome load(Lease lease, HttpRequest request, Places.Place place) {
    place.fetching(loop.time().nanos());
    try {
      return loader.load(lease, request, new Departures(frontier, lease));
    } finally {
      place.fetched();
    }
  }

  private Visited conclude(
      Lease lease,
      FetchOutcome outcome,
      Optional<Disposition.Answer> answer,
      FoundLinks links,
      Harvest harvest) {
    var visit =
        new Visit(
            disposition(lease, outcome, answer, links, harvest),
            links.all(),
            outcome.exchanges(),
            outcome.signal(),
            links.repeats(),
            0,
            List.of(),
            harvest.notes());
    return new Visited(visit, harvest);
  }

  private Disposition disposition(
      Lease lease,
      FetchOutcome outcome,
      Optional<Disposition.Answer> answer,
      FoundLinks links,
      Harvest harvest) {
    if (outcome instanceof FetchOutcome.Failed failed) {
      return retries.after(lease, failed.failure().failure());
    }
    if (outcome instanceof FetchOutcome.Cut cut) {
      if (cut.cause() == Completeness.Cause.TOO_LARGE) {
        return dropped(DropReason.TOO_LARGE, size(cut.response()), answer.orElseThrow());
      }
      return retries.after(lease, DropReason.FETCH, "the body was cut: " + cut.cause().text());
    }
    HttpResponse response = ((FetchOutcome.Answered) outcome).response();
    return answered(lease, response, answer.orElseThrow(), links, harvest);
  }

  private Disposition answered(
      Lease lease,
      HttpResponse response,
      Disposition.Answer answer,
      FoundLinks links,
      Harvest harvest) {
    if (retries.isToRepeat(lease, response)) {
      return retries.after(lease, answer);
    }
    if (!harvest.failures().isEmpty()) {
      return dropped(DropReason.PROCESSING, harvest.failures().getFirst().toString(), answer);
    }
    if (links.areCut()) {
      return dropped(DropReason.LINKS_CUT, links.whyCut(), answer);
    }
    Optional<ParsedUrl> target = response.redirectTarget();
    return target.isPresent()
        ? redirected(lease, target.get(), answer)
        : new Disposition.Done(answer);
  }

  private String size(HttpResponse response) {
    Optional<String> declared = response.headers().first("Content-Length");
    return declared
            .map(size -> "its body has " + size)
            .orElse("its body has more than " + maxFileSize)
        + " bytes";
  }

  private static Disposition redirected(Lease lease, ParsedUrl target, Disposition.Answer answer) {
    return switch (target) {
      case CrawlUrl url when url.equals(lease.url()) ->
          dropped(DropReason.BAD_REDIRECT, "it redirects to itself", answer);
      case CrawlUrl url -> new Disposition.Moved(answer, url.toString());
      case RejectedUrl rejected ->
          dropped(
              DropReason.BAD_REDIRECT,
              rejected.reason().text() + ": " + rejected.shortInput(),
              answer);
    };
  }

  private static Disposition dropped(DropReason reason, String why, Disposition.Answer answer) {
    return new Disposition.Dropped(reason, why, Optional.of(answer));
  }
}

package dev.arachne.crawl;

import dev.arachne.fetch.FetchOutcome;
import dev.arachne.frontier.Lease;
import dev.arachne.http.Body;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.RenderingNote;
import dev.arachne.ledger.VisitNote;
import dev.arachne.options.RenderPlan;
import dev.arachne.options.RenderPolicy;
import dev.arachne.protocol.Headers;
import dev.arachne.text.MediaTypeSniffer;
import dev.arachne.url.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The stage of a visit that shows a page in a browser, between its recording and its links. The
 * ledger and the archive have the answer as it was received. Immutable.
 *
 * @param outcome the outcome to read: with the rendered document, or as received
 * @param document the rendered document; empty if the page was not shown
 * @param leads URLs that its scripts navigated to
 * @param api URLs of JSON that its scripts requested
 * @param note how it was shown; empty if showing was not intended
 */
record PageRendering(
    FetchOutcome outcome,
    Optional<HttpResponse> document,
    List<String> leads,
    List<String> api,
    Optional<VisitNote> note) {
  private static final int OK = 200;
  private static final int NON_AUTHORITATIVE = 203;

  /** Most bytes of a page that is shown. */
  private static final int MOST_BYTES = 8 << 20;

  /** Returns the outcome as received, without showing it. */
  static PageRendering none(FetchOutcome loaded) {
    return new PageRendering(loaded, Optional.empty(), List.of(), List.of(), Optional.empty());
  }

  /**
   * Shows an outcome if it is a page of HTML that needs it, and waits.
   *
   * @param who the identification that was sent to the site
   * @param pageLinks finds the links of a page
   * @param links those of the page as received
   * @param share holds the bytes of the answer, and then those of the document
   * @param place is released while the browser is awaited
   */
  static PageRendering of(
      Lease lease,
      RequestIdentity who,
      FetchOutcome loaded,
      Renderer renderer,
      PageLinks pageLinks,
      FoundLinks links,
      ByteBudget.Share share,
      TaskPermits.Place place) {
    if (!(loaded instanceof FetchOutcome.Answered answered)
        || who.hasEnded(answered.response())
        || !isPage(answered.response())) {
      return none(loaded);
    }
    RenderPlan.Choice choice = renderer.choice(lease.url());
    if (choice.policy() == RenderPolicy.NEVER) {
      return choice.isByRules() ? passed(loaded, byRules(choice)) : none(loaded);
    }
    HttpResponse response = answered.response();
    Renderer.Decision decision;
    if (choice.policy() == RenderPolicy.ALWAYS) {
      response.content().detach();
      decision = Renderer.Decision.toShow(choice.isByRules() ? "since " + byRules(choice) : "");
    } else {
      PageCode code = links.code().orElseGet(() -> response.content().read(PageCode::of));
      if (!code.hasScripts()) {
        return none(loaded);
      }
      response.content().detach();
      decision = renderer.judge(lease, answered, code);
    }
    return switch (decision.verdict()) {
      case RenderJudge.Passed(String why) ->
          passed(decision.isHostFree() ? told(answered, response) : answered, why);
      case RenderJudge.Shown shown ->
          shown(lease, answered, renderer, decision, shown, pageLinks, share, place);
    };
  }

  private static String byRules(RenderPlan.Choice choice) {
    return RenderingNote.BY_RULES + " for " + choice.kind();
  }

  private static PageRendering passed(FetchOutcome loaded, String why) {
    return new PageRendering(
        loaded,
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.of(noted(RenderingNote.passed(why))));
  }

  /** Other pages may wait for this result, so it does not wait for memory. */
  private static PageRendering shown(
      Lease lease,
      FetchOutcome.Answered answered,
      Renderer renderer,
      Renderer.Decision decision,
      RenderJudge.Shown shown,
      PageLinks pageLinks,
      ByteBudget.Share share,
      TaskPermits.Place place) {
    PageGain gain = PageGain.NONE;
    try {
      HttpResponse response = answered.response();
      Set<Long> words = response.content().read(PageCode::words);
      Set<Fingerprint> links = pageLinks.targets(lease, response);
      RenderResult rendered = renderer.show(lease, answered, decision, place);
      renderer.save(lease, rendered);
      HttpResponse read = response;
      if (rendered.html().isPresent()) {
        byte[] document = rendered.html().get().getBytes(StandardCharsets.UTF_8);
        share.settle(response.content().room(), document.length);
        response.content().discard();
        read = with(response, document);
        gain = gain(lease, read, rendered, pageLinks, words, links);
      }
      var note =
          new RenderingNote(
              RenderingNote.Way.SHOWN,
              shown.why(),
              gain.links(),
              gain.words(),
              rendered.failure(),
              rendered.requests(),
              rendered.time(),
              rendered.errors(),
              rendered.actions());
      return new PageRendering(
          told(answered, read),
          rendered.html().isPresent() ? Optional.of(read) : Optional.empty(),
          rendered.leads(),
          rendered.api(),
          Optional.of(noted(note)));
    } finally {
      renderer.over(shown, gain);
    }
  }

  private static PageGain gain(
      Lease lease,
      HttpResponse shown,
      RenderResult rendered,
      PageLinks pageLinks,
      Set<Long> words,
      Set<Fingerprint> links) {
    Set<Long> more = shown.content().read(PageCode::words);
    more.removeAll(words);
    return new PageGain(pageLinks.more(lease, shown, rendered, links), more.size());
  }

  /** Returns the outcome without its signal, which the frontier got before the page was judged. */
  private static FetchOutcome told(FetchOutcome.Answered answered, HttpResponse read) {
    return new FetchOutcome.Answered(read, answered.exchanges(), Optional.empty());
  }

  private static VisitNote noted(RenderingNote rendering) {
    return new VisitNote(RenderingNote.NOTES, rendering.toBytes());
  }

  private static boolean isPage(HttpResponse response) {
    return (response.status() == OK || response.status() == NON_AUTHORITATIVE)
        && response.isComplete()
        && response.stored().isEmpty()
        && response.length() <= MOST_BYTES
        && !isToBeSaved(response)
        && response
            .content()
            .read((bytes, from, to) ->
                MediaTypeSniffer.isHtml(
                    bytes, from, to, response.headers().first("Content-Type").orElse("")));
  }

  private static boolean isToBeSaved(HttpResponse response) {
    return response
        .headers()
        .first("Content-Disposition")
        .map(its -> its.strip().regionMatches(true, 0, "attachment", 0, "attachment".length()))
        .orElse(false);
  }

  /** Returns the answer with another document, which is in UTF-8. */
  private static HttpResponse with(HttpResponse response, byte[] document) {
    List<String> fields = new ArrayList<>();
    Headers headers = response.headers();
    for (int i = 0; i < headers.count(); i++) {
      if (!headers.name(i).equalsIgnoreCase("Content-Type")) {
        fields.add(headers.name(i));
        fields.add(headers.value(i));
      }
    }
    fields.add("Content-Type");
    fields.add("text/html; charset=utf-8");
    return new HttpResponse(
        response.url(),
        response.status(),
        response.reason(),
        Headers.of(fields.toArray(String[]::new)),
        Body.of(document),
        Optional.empty(),
        response.completeness(),
        response.timings(),
        response.remote(),
        response.wireBytes(),
        response.connectionUse(),
        response.version());
  }
}

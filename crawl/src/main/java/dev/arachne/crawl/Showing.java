package dev.arachne.crawl;

import dev.arachne.fetch.FetchOutcome;
import dev.arachne.frontier.Lease;
import dev.arachne.http.Body;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Note;
import dev.arachne.ledger.Rendering;
import dev.arachne.protocol.Headers;
import dev.arachne.text.DocumentSniffer;
import dev.arachne.text.MediaType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The stage of a visit that has a page shown in a browser, between its recording and its links.
 * What the ledger says of the answer, and the archive, are of what was on the wire. Immutable.
 *
 * @param outcome what is read of the page: what its scripts have made, or what was loaded
 * @param leads URLs to which its scripts wanted to go
 * @param note how it was shown; empty if it was not to be
 */
record Showing(FetchOutcome outcome, List<String> leads, Optional<Note> note) {
  private static final int OK = 200;
  private static final int NON_AUTHORITATIVE = 203;

  /** Bytes of a page that is shown. */
  private static final int MOST_BYTES = 8 << 20;

  private static final int SNIFFED_BYTES = 16 << 10;

  /** What was loaded is not to be shown. */
  static Showing none(FetchOutcome loaded) {
    return new Showing(loaded, List.of(), Optional.empty());
  }

  /**
   * Shows what was loaded, if it is a page of HTML, and waits.
   *
   * @param who what the site was told of who asks
   * @param share holds the bytes of the answer, and then those of the document
   * @param place is told while the browser is waited for
   */
  static Showing of(
      Lease lease,
      Introduction who,
      FetchOutcome loaded,
      Renderer renderer,
      ByteBudget.Share share,
      Places.Place place) {
    if (!(loaded instanceof FetchOutcome.Answered answered)
        || who.hasEnded(answered.response())
        || !isPage(answered.response())) {
      return none(loaded);
    }
    HttpResponse response = answered.response();
    response.content().detach();
    Rendered rendered = renderer.show(lease, answered, place);
    HttpResponse read = response;
    if (rendered.html().isPresent()) {
      byte[] document = rendered.html().get().getBytes(StandardCharsets.UTF_8);
      share.settle(response.content().room(), document.length);
      response.content().discard();
      read = with(response, document);
    }
    // What its host has shown was told before the page was.
    return new Showing(
        new FetchOutcome.Answered(read, answered.exchanges(), Optional.empty()),
        rendered.leads(),
        Optional.of(new Note(Rendering.NOTES, rendered.note().toBytes())));
  }

  private static boolean isPage(HttpResponse response) {
    return (response.status() == OK || response.status() == NON_AUTHORITATIVE)
        && response.isWhole()
        && response.stored().isEmpty()
        && response.length() <= MOST_BYTES
        && !isToBeSaved(response)
        && response.content().read((bytes, from, to) -> isHtml(response, bytes, from, to));
  }

  private static boolean isToBeSaved(HttpResponse response) {
    return response
        .headers()
        .first("Content-Disposition")
        .map(its -> its.strip().regionMatches(true, 0, "attachment", 0, "attachment".length()))
        .orElse(false);
  }

  private static boolean isHtml(HttpResponse response, byte[] bytes, int from, int to) {
    String field = response.headers().first("Content-Type").orElse("");
    int end = Math.min(to, from + SNIFFED_BYTES);
    return DocumentSniffer.type(bytes, from, end, field, MediaType.parse(field))
        .map(MediaType::isHtml)
        .orElse(false);
  }

  /** The same answer with another document, which is in UTF-8. */
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

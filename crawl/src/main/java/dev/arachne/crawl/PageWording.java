package dev.arachne.crawl;

import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Priority;
import dev.arachne.ledger.VisitNote;
import dev.arachne.text.MediaType;
import dev.arachne.traps.ContentHash;
import dev.arachne.traps.PageSignature;
import java.util.Optional;

/** Finds out which answers are pages with words, and notes their content. */
final class PageWording {
  private static final int OK = 200;

  private PageWording() {}

  /**
   * Returns the signature of a page as a note, to find similar pages; empty if it is not a page, or
   * has no words.
   */
  static Optional<VisitNote> contentOf(Lease lease, HttpResponse response, FoundLinks links) {
    Optional<PageSignature> signature = links.signature();
    if (signature.isEmpty() && isJudged(lease, response)) {
      signature =
          response
              .content()
              .read((bytes, from, to) -> ContentHash.signature(bytes, from, to, lease.url()));
    }
    return signature.map(its -> new VisitNote(PageSignature.NOTES, its.toBytes()));
  }

  /** Whether a page may be one of many with the same content. */
  static boolean isJudged(Lease lease, HttpResponse response) {
    return lease.priority() == Priority.PAGES && hasWords(response);
  }

  /** Whether an answer is a complete page of HTML or text, status 200, of a usual size. */
  static boolean hasWords(HttpResponse response) {
    return response.status() == OK
        && response.isComplete()
        && response.stored().isEmpty()
        && !LargePages.isLarge(response.content().length())
        && MediaType.ofFields(response.headers().all("Content-Type"))
            .map(type -> type.isHtml() || type.is("text", "plain"))
            .orElse(true);
  }
}

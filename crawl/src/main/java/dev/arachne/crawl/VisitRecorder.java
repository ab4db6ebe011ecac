package dev.arachne.crawl;

import dev.arachne.fetch.FetchOutcome;
import dev.arachne.fetch.PageLoader;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.WireTap;
import dev.arachne.ledger.Exchange;
import dev.arachne.network.Resolver;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Records the bytes that a crawl's visits send and receive: those of pages, redirects, errors and
 * robots.txt, and of failed attempts. An archive is a recorder. Its note of a visit, such as the
 * place in its file, is committed with the verdict.
 *
 * @see Crawl#record
 */
public interface VisitRecorder {
  /** Records nothing. */
  VisitRecorder NONE =
      new VisitRecorder() {
        @Override
        public String name() {
          return "none";
        }

        @Override
        public Recording begin(Lease lease) {
          return Recording.NONE;
        }
      };

  /**
   * The name under which the crawl keeps its notes: up to 32 lower-case letters, digits and
   * hyphens. It never changes.
   */
  String name();

  /**
   * Begins a visit. Called on a loop that fetches, on several loops at the same time if there are
   * several.
   *
   * @param lease the reason for the visit: a page, the robots.txt of a site, or a subresource of a
   *     page in a browser
   */
  Recording begin(Lease lease);

  /**
   * Whether it needs complete bodies, even those that do not fit into memory and that have no other
   * use.
   */
  default boolean wantsWhole() {
    return false;
  }

  /**
   * Returns the crawl's resolver wrapped in one that the recorder observes. Called and used on the
   * crawl's loop; cached DNS answers do not reach it.
   *
   * @param behind that of the crawl's world
   */
  default Resolver names(Resolver behind) {
    return behind;
  }

  /**
   * The recording of one visit. Confined to the event loop of the visit; its methods may wait as
   * coroutines do.
   */
  interface Recording extends AutoCloseable {
    /** A recording of nothing. */
    Recording NONE =
        new Recording() {
          @Override
          public HttpRequest tap(HttpRequest request) {
            return request;
          }

          @Override
          public Optional<byte[]> end(List<Exchange> exchanges) {
            return Optional.empty();
          }
        };

    /**
     * Returns the request with a {@link WireTap} of the recorder on it. A page has one request, a
     * robots.txt one more for each redirect. A tap sees nothing of a page that a {@link PageLoader}
     * gets by another way than HTTP.
     */
    HttpRequest tap(HttpRequest request);

    /**
     * Receives the outcome of fetching a page, before {@link #end}. Not called for a robots.txt.
     */
    default void saw(FetchOutcome outcome) {}

    /**
     * Ends the recording: every request has its answer, or has failed.
     *
     * @param exchanges the requests that were sent, in order
     * @return the note to keep with the verdict, for readers of the ledger; empty for none
     * @throws IOException if it could not be recorded. The URL is not decided then: the crawl ends,
     *     and a later process makes the visit again
     */
    Optional<byte[]> end(List<Exchange> exchanges) throws IOException;

    /** Closes the recording, after its {@link #end} or without it. */
    @Override
    default void close() {}
  }
}

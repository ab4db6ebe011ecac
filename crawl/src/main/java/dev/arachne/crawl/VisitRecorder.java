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
 * Records what a crawl's visits send and receive, byte for byte: those of pages, redirects, errors
 * and robots.txt, and attempts that fail. An archive is one. What it says of a visit, such as the
 * place in its file, is committed with what came of the visit.
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
   * The name under which its notes are kept in the crawl: up to 32 small letters, digits and
   * hyphens. Always the same.
   */
  String name();

  /**
   * A visit begins. On a loop that fetches, several at the same time with several loops.
   *
   * @param lease what it is for: a page, the robots.txt of a site, or what a page in a browser is
   *     made of
   */
  Recording begin(Lease lease);

  /**
   * Whether it wants bodies whole, also those that are larger than memory has room for and that
   * nobody else wants.
   */
  default boolean wantsWhole() {
    return false;
  }

  /**
   * The resolver by which the crawl looks up names, so that the recorder sees what came of it. On
   * the crawl's loop, on which it is asked; what was asked lately it is not asked again.
   *
   * @param behind that of the crawl's world
   */
  default Resolver names(Resolver behind) {
    return behind;
  }

  /** One visit. Confined to the loop of the visit; its methods may wait as coroutines do. */
  interface Recording extends AutoCloseable {
    /** That of nothing. */
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
     * The same request with a {@link WireTap} of the recorder on it. A page has one request, a
     * robots.txt one more for each redirect. A tap sees nothing of a page that a {@link PageLoader}
     * gets by another way than HTTP.
     */
    HttpRequest tap(HttpRequest request);

    /** What came of the fetch of a page, before {@link #end}. Not told of a robots.txt. */
    default void saw(FetchOutcome outcome) {}

    /**
     * All is on the wire that will be: every request has its answer, or has failed.
     *
     * @param exchanges the requests that were sent, in order
     * @return what is to be kept with what comes of the visit, for readers of the ledger; empty for
     *     nothing
     * @throws IOException if it could not be recorded. It decides no URL: the crawl ends, and a
     *     later process makes the visit again
     */
    Optional<byte[]> end(List<Exchange> exchanges) throws IOException;

    /** The visit is over, whether it came to its {@link #end} or was given up before. */
    @Override
    default void close() {}
  }
}

package dev.arachne.frontier;

import dev.arachne.ledger.Changes;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Priority;
import dev.arachne.ledger.Validators;
import dev.arachne.traps.AbsentPage;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The right, and the duty, to decide about one URL, or to ask a host for its robots.txt: given by
 * {@link Frontier#lease}, ended by {@link Frontier#complete}. A lease that is never completed
 * leaves its URL among those to do. Immutable.
 *
 * @param number identifies it among the leases of its frontier
 * @param purpose the use of its URL
 * @param host a number that is the same for all URLs of one host, and almost certainly unique to it
 * @param discovery the URL, and how it was found
 * @param visit which visit of the URL this is for, from 1
 * @param attempt which try of that this is, from 1
 * @param isHostAnswering whether the last request to its host that is over was answered, in this
 *     process
 * @param gap from its request to the next one to its host, at least
 * @param validators of its page as it was answered last; empty at a first visit
 * @param absentPages the pages that its host serves for absent URLs; empty if it serves none
 * @param isTitleEnough whether the title of its page suffices to tell whether the page is new, for
 *     most pages
 * @param address where its host was found last; empty before a DNS lookup
 */
public record Lease(
    long number,
    Purpose purpose,
    long host,
    Discovery discovery,
    int visit,
    int attempt,
    boolean isHostAnswering,
    Duration gap,
    Optional<Validators> validators,
    List<AbsentPage> absentPages,
    boolean isTitleEnough,
    Optional<InetAddress> address) {

  /** The use for which a URL is requested. */
  public enum Purpose {
    /** To fetch the target of a link. */
    PAGE,
    /** To fetch the robots rules of its site, before any other request there. */
    RULES,
    /** To fetch a subresource of a page that is shown in a browser. */
    SUBRESOURCE
  }

  /** The URL to decide about, or that of a robots.txt. */
  public CrawlUrl url() {
    return discovery.url();
  }

  /** Whether a site is on the server that it is for. */
  public boolean isAt(Origin site) {
    return url().isAt(site) || url().origin().server().equals(site.server());
  }

  /** The page on which it was found; null for a seed. */
  public @Nullable CrawlUrl via() {
    return discovery.via();
  }

  /** Links from a seed to it. */
  public int depth() {
    return discovery.depth();
  }

  /** Redirects in a row that led to it. */
  public int redirects() {
    return discovery.redirects();
  }

  /** The precedence of its turn among URLs of the same depth. */
  public Priority priority() {
    return discovery.priority();
  }

  /** Whether no request may leave for it while these changes are in force. */
  boolean isForbiddenBy(Changes changes) {
    return !changes.areNone()
        && (changes.pause().isPresent()
            || (purpose == Purpose.PAGE && changes.exclusion(discovery).isPresent())
            || changes.delay(url().origin()).compareTo(gap) > 0);
  }

  /** The same, with its host at that address. */
  Lease at(InetAddress place) {
    return new Lease(
        number,
        purpose,
        host,
        discovery,
        visit,
        attempt,
        isHostAnswering,
        gap,
        validators,
        absentPages,
        isTitleEnough,
        Optional.of(place));
  }

  @Override
  public String toString() {
    return url() + " (try " + attempt + ")";
  }
}

package dev.arachne.frontier;

import dev.arachne.url.CrawlUrl;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The right, and the duty, to decide about one URL: given by {@link Frontier#lease}, ended by
 * {@link Frontier#complete}. A lease that is never completed leaves its URL among those to do.
 */
public final class Lease {
  final HostQueue host;
  final QueueEntry entry;
  private final boolean held;

  /** When the first request started, by the loop's clock; empty before. */
  private OptionalLong started = OptionalLong.empty();

  private Optional<Exchange> exchange = Optional.empty();
  private long repeats;
  private long sightings;

  Lease(HostQueue host, QueueEntry entry, boolean held) {
    this.host = host;
    this.entry = entry;
    this.held = held;
  }

  /** The URL to decide about. */
  public CrawlUrl url() {
    return discovery().url();
  }

  /** Where it was found; null for a root. */
  public @Nullable CrawlUrl via() {
    return discovery().via();
  }

  /** Links from a root to it. */
  public int depth() {
    return discovery().depth();
  }

  /** Redirects in a row that led to it. */
  public int redirects() {
    return discovery().redirects();
  }

  /** Which try this is, from 1. */
  public int attempt() {
    return entry.attempt();
  }

  /** Notes what was on the wire for it; the ledger will keep it. */
  public void exchanged(Exchange exchange) {
    this.exchange = Optional.of(exchange);
  }

  /** Notes another link on its page to what had been found before. */
  public void repeated() {
    repeats++;
  }

  Discovery discovery() {
    return entry.discovery();
  }

  /** Whether its host waits for news of it; settled before the lease was given out. */
  boolean isHeld() {
    return held;
  }

  void started(long nanos) {
    started = OptionalLong.of(nanos);
  }

  OptionalLong started() {
    return started;
  }

  Optional<Exchange> exchange() {
    return exchange;
  }

  long repeats() {
    return repeats;
  }

  /** How often the workers saw its URL again. */
  void sighted(long times) {
    sightings = times;
  }

  long sightings() {
    return sightings;
  }

  @Override
  public String toString() {
    return url() + " (try " + attempt() + ")";
  }
}

package dev.arachne.frontier;

import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
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
  private final boolean isHostAnswering;

  /** When it was given out, in nanoseconds since 1970. */
  final long granted;

  /** When the first request started, by the loop's clock; empty before. */
  private OptionalLong started = OptionalLong.empty();

  private @Nullable HostSignal signal;
  private Optional<Exchange> exchange = Optional.empty();
  private long repeats;
  private long sightings;
  private boolean takenBack;
  private boolean slowedHost;

  /** The bounds that it counts for. */
  final List<Gate> gates = new ArrayList<>(0);

  /** Where its host is taken to be; null if nobody has looked. */
  @Nullable InetAddress address;

  Lease(HostQueue host, QueueEntry entry, boolean held, long granted) {
    this.host = host;
    this.entry = entry;
    this.held = held;
    this.isHostAnswering = host.isAnswering();
    this.granted = granted;
  }

  /** The URL to decide about. */
  public CrawlUrl url() {
    return discovery().url();
  }

  /** A number that is the same for all URLs of one origin, and for hardly another one. */
  public long host() {
    return host.key;
  }

  /** Whether the last request to its host that is over was answered, in this process. */
  public boolean isHostAnswering() {
    return isHostAnswering;
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

  /** How its turn came among URLs of the same depth. */
  public Precedence precedence() {
    return discovery().precedence();
  }

  /** Which try this is, from 1. */
  public int attempt() {
    return entry.attempt();
  }

  /** The host has shown how it bears to be asked; heard when the lease is completed. */
  public void hear(HostSignal signal) {
    this.signal = signal;
  }

  /** Whether it has ended without anybody's doing: its URL is queued again. */
  boolean isTakenBack() {
    return takenBack;
  }

  void takeBack() {
    takenBack = true;
  }

  /** Whether its refusal, after others, is why its host is asked less often from now on. */
  public boolean hasSlowedHost() {
    return slowedHost;
  }

  void slowsHost() {
    slowedHost = true;
  }

  @Nullable HostSignal signal() {
    return signal;
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

  /** Notes that its URL was seen again so often on one of the loops. */
  public void sighted(long times) {
    sightings += times;
  }

  long sightings() {
    return sightings;
  }

  @Override
  public String toString() {
    return url() + " (try " + attempt() + ")";
  }
}

package dev.arachne.frontier;

import dev.arachne.url.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One host of a frontier at an instant. Immutable.
 *
 * @param origin the host
 * @param queued URLs that wait for their turn
 * @param inFlight URLs that are leased
 * @param nextRequest the instant from which the host may be asked; in the past if it may be asked
 *     now
 * @param gap the least time from one request to the next: the delay, or the gap that the host was
 *     seen to accept; zero for none
 * @param window leases at a time, at most
 * @param refusals answers with status 429 or 503 in this process
 * @param retryAfter the end of the host's last Retry-After; empty without one, or after it
 * @param failure why the host cannot be asked; empty if it can; may hold text from the web
 */
public record HostState(
    Origin origin,
    long queued,
    int inFlight,
    Instant nextRequest,
    Duration gap,
    int window,
    long refusals,
    Optional<Instant> retryAfter,
    Optional<String> failure) {}

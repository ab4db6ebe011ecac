package dev.arachne.frontier;

import java.time.Duration;

/**
 * The terms on which a process has a shard that another process may be given. Immutable.
 *
 * @param length the time from the begin of a committed batch in which a request may leave; no other
 *     process gets the shard before that is over
 * @param silence the time before now in which no other process has sent a request for the shard,
 *     zero if that is not known: hosts wait for the rest of their delays before the first request
 */
public record Tenure(Duration length, Duration silence) {}

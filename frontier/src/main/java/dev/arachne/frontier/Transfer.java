package dev.arachne.frontier;

import dev.arachne.ledger.Discovery;

/**
 * A discovery on its way from the shard that has made it to the one that has its host. Immutable.
 *
 * @param number among those of its sender, from 0 without a gap
 * @param discovery the URL found
 */
public record Transfer(long number, Discovery discovery) {}

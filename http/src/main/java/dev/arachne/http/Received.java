package dev.arachne.http;

import dev.arachne.protocol.ResponseHead;

/**
 * A response as it came, before its content codings are undone.
 *
 * @param body the exchange's share holds its room
 * @param mayBeEmpty whether an empty body is complete
 * @param wireBytes the number of received bytes, head and framing included
 * @param overflow where the body is if it was too large for memory
 */
record Received(
    ResponseHead head,
    Body body,
    Completeness completeness,
    boolean mayBeEmpty,
    long wireBytes,
    Overflow overflow) {}

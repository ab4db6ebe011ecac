package dev.arachne.http;

import dev.arachne.protocol.ResponseHead;

/**
 * A response as it came, before its content codings are undone.
 *
 * @param body its room is what the exchange's share holds for it
 * @param mayBeEmpty whether an empty body is one that was meant
 * @param wireBytes how many bytes came, head and framing included
 * @param overflow where the body is if it was too large for memory
 */
record Received(
    ResponseHead head,
    Body body,
    Completeness completeness,
    boolean mayBeEmpty,
    long wireBytes,
    Overflow overflow) {}

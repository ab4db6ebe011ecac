package dev.arachne.frontier;

import org.jspecify.annotations.Nullable;

/**
 * A row that a crawl has the frontier keep, with state of sites that it needs when it resumes:
 * cookies for example. Put and deleted with the visit that brings it. The bytes are never changed.
 *
 * @param key identifies it; a later row with the same key takes its place
 * @param value bytes in a format of the crawl's own; null deletes the row
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record KeptRow(byte[] key, byte @Nullable [] value) {}

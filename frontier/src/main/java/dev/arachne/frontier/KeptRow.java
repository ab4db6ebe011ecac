package dev.arachne.frontier;

import org.jspecify.annotations.Nullable;

/**
 * A row that a crawl has the frontier keep, of what it has to know of sites when it goes on:
 * cookies for example. Put and deleted with the visit that brings it. Nobody changes the bytes.
 *
 * @param key tells it from others; a later row with the same key takes its place
 * @param value whatever the crawl understands; null deletes the row
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record KeptRow(byte[] key, byte @Nullable [] value) {}

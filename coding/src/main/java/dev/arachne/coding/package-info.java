/**
 * Content codings (RFC 9110 8.4.1): gzip, deflate, br and zstd. Pure: coded bytes in, decoded bytes
 * out; no sockets, no clock, no threads.
 *
 * <p>Start with {@link dev.arachne.coding.ContentDecoder}, which undoes a list of {@link
 * dev.arachne.coding.ContentCoding}s within {@link dev.arachne.coding.CodingLimits}.
 *
 * <p>Threading: a decoder is confined to one thread, or to one event loop; values are immutable.
 *
 * <p>Errors: corrupt and oversized bodies are values, each an {@link
 * dev.arachne.coding.ContentDecoder.Outcome}. The only exceptions are those of the caller's own
 * {@link dev.arachne.coding.ContentDecoder.Pause}.
 */
@NullMarked
package dev.arachne.coding;

import org.jspecify.annotations.NullMarked;

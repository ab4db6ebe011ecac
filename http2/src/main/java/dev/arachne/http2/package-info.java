/**
 * HTTP/2 as bytes (RFC 9113, HPACK of RFC 7541), without sockets, threads or clocks: the client's
 * side of a connection.
 *
 * <p>Start with {@link dev.arachne.http2.ClientConnection}: bytes in, events out, and the bytes
 * that are to be sent.
 *
 * <p>Threading: a connection, an encoder and a decoder are confined to their user; the rest is
 * immutable.
 *
 * <p>Errors: a broken rule is a {@link dev.arachne.http2.StreamFault} if the other streams
 * continue, else a {@link dev.arachne.http2.ConnectionFault}; neither is an exception.
 */
@NullMarked
package dev.arachne.http2;

import org.jspecify.annotations.NullMarked;

/**
 * HTTP as bytes, without sockets, threads or clocks: the messages that a client sends and reads,
 * over any transport.
 *
 * <p>Start with {@link dev.arachne.protocol.ResponseParser}: bytes in, events out, for one response
 * of HTTP/1.1. {@link dev.arachne.protocol.Headers} are its fields, {@link
 * dev.arachne.protocol.HttpLimits} its bounds.
 *
 * <p>Threading: values are immutable; a parser is confined to its user.
 *
 * <p>Errors: a response that cannot be used is a {@link dev.arachne.protocol.ResponseFault}, not an
 * exception.
 */
@NullMarked
package dev.arachne.protocol;

import org.jspecify.annotations.NullMarked;

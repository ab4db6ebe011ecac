/**
 * A client of HTTP/1.1 and HTTP/2 that tolerates hostile servers: the {@link
 * dev.arachne.http.HttpClient}, which runs on an event loop. The parsers of responses are in {@link
 * dev.arachne.protocol} and {@link dev.arachne.http2}, content codings are in {@link
 * dev.arachne.coding}.
 *
 * <p>Start with {@link dev.arachne.http.HttpClient#fetch}, a {@link dev.arachne.http.HttpRequest}
 * and {@link dev.arachne.http.HttpOptions}, which has all bounds.
 *
 * <p>Threading: a client is confined to its loop, where many coroutines fetch at the same time;
 * requests and options are immutable.
 *
 * <p>Errors: an {@link dev.arachne.http.HttpException} with an {@link
 * dev.arachne.http.HttpFailure}, one of a closed set of kinds. A truncated body is not an
 * exception: see {@link dev.arachne.http.HttpResponse#completeness}.
 */
@NullMarked
package dev.arachne.http;

import org.jspecify.annotations.NullMarked;

/**
 * An HTTP/1.1 client that no server can hurt: a protocol core that knows bytes only ({@link
 * dev.arachne.http.ResponseParser}, {@link dev.arachne.http.RequestEncoder}, {@link
 * dev.arachne.http.ContentDecoder}) and the {@link dev.arachne.http.HttpClient} around it, which
 * runs on an event loop.
 */
@NullMarked
package dev.arachne.http;

import org.jspecify.annotations.NullMarked;

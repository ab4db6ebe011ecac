/**
 * An HTTP/1.1 client that no server can hurt: the {@link dev.arachne.http.HttpClient}, which runs
 * on an event loop, around a protocol core that knows bytes only ({@code ResponseParser}, {@code
 * RequestEncoder}). Content codings are in {@link dev.arachne.coding}.
 */
@NullMarked
package dev.arachne.http;

import org.jspecify.annotations.NullMarked;

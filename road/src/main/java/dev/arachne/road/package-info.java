/**
 * The road from a blocking socket to a coroutine, walked once more: the same small program ten
 * times, one file a stage. The stages are there to be read, in the order of {@link
 * dev.arachne.road.Road}; {@code docs/the-road.md} describes them. All of them implement {@link
 * dev.arachne.road.Stage}: a list of URLs in, pages out.
 *
 * <p>Threading: a stage is called by one thread, which waits until all pages are there.
 *
 * <p>Errors: a page that could not be fetched is an {@link java.io.IOException} that names its URL.
 * No wait is endless: a server that is silent for too long is such a failure.
 */
@NullMarked
package dev.arachne.road;

import org.jspecify.annotations.NullMarked;

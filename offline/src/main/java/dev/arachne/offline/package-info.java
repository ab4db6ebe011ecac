/**
 * A world in which a web archive answers in place of all hosts, and time is virtual. A crawl in it
 * opens no socket, waits for nothing, and is a function of the archive and its options.
 *
 * <p>Start with {@link dev.arachne.offline.OfflineWorld}, the {@link dev.arachne.runtime.World} of
 * one run, and give the HTTP client of that run its {@link
 * dev.arachne.offline.OfflineWorld#answers}.
 *
 * <p>Threading: a world is one loop on one thread, which reads the archive as well.
 */
@NullMarked
package dev.arachne.offline;

import org.jspecify.annotations.NullMarked;

/**
 * The road from a blocking socket to a coroutine, walked once more: the same small program ten
 * times, one file a stage, and a comparison that measures them side by side. The stages are there
 * to be read, in the order of {@link dev.arachne.compare.Road}.
 *
 * <p>Each stage is measured in a JVM of its own, which is ended when its time is over ({@link
 * dev.arachne.compare.ChildJvm}).
 */
@NullMarked
package dev.arachne.compare;

import org.jspecify.annotations.NullMarked;

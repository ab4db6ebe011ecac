/**
 * Measures the stages of {@link dev.arachne.road.Road} on the same pages, side by side, and reports
 * it. {@link dev.arachne.compare.Comparison#run} is the entry point; its report is laid out by
 * {@link dev.arachne.compare.TextReport} and {@link dev.arachne.compare.HtmlReport}.
 *
 * <p>Each stage is measured in a JVM of its own, which is ended when its time is over ({@link
 * dev.arachne.compare.StageJvm}); the pages are served by another.
 *
 * <p>Threading: a comparison is made by one thread, which blocks. Its report is immutable.
 *
 * <p>Errors: a page that a stage could not fetch is an {@link java.io.IOException} that names both.
 */
@NullMarked
package dev.arachne.compare;

import org.jspecify.annotations.NullMarked;

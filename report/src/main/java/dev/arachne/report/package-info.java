/**
 * The outcome of a crawl, for people and programs: {@link dev.arachne.report.CrawlReport} at its
 * end, {@link dev.arachne.report.CrawlProgress} while it runs, with a {@link
 * dev.arachne.report.Forecast} and its {@link dev.arachne.report.Bottleneck}.
 *
 * <p>{@link dev.arachne.report.CrawlStatistics} is where the numbers come from: the sum of all
 * verdicts, over all processes that crawled.
 *
 * <p>Threading: reports are immutable; counters are confined to the crawl's loop.
 *
 * <p>Errors: bytes that {@code CrawlStatistics} did not write are an {@link
 * java.io.UncheckedIOException}.
 */
@NullMarked
package dev.arachne.report;

import org.jspecify.annotations.NullMarked;

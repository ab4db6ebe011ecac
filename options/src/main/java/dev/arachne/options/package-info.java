/**
 * The options of a crawl: {@link dev.arachne.options.CrawlOptions}, made by {@link
 * dev.arachne.options.CrawlOptions#crawlOf}. All options are rows of {@link
 * dev.arachne.options.OptionTable}: the command line, files, help and documents are made of them.
 *
 * <p>{@link dev.arachne.options.Seed} and {@link dev.arachne.options.TypedUrl} parse the text that
 * a user types for a URL.
 *
 * <p>Threading: options are immutable; a builder is used by one thread.
 *
 * <p>Errors: a value that cannot be is an {@link java.lang.IllegalArgumentException} in a program,
 * a {@link dev.arachne.options.UsageException} where a user has typed it.
 */
@NullMarked
package dev.arachne.options;

import org.jspecify.annotations.NullMarked;

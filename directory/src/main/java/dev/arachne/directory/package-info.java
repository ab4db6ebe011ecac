/**
 * The directory in which a crawl is kept. {@link dev.arachne.directory.CrawlDirectory} has its
 * files, and is held by the process that crawls. Others look in: {@link
 * dev.arachne.directory.CrawlStatus} says where the crawl is, whether or not somebody crawls, and
 * {@link dev.arachne.directory.UrlStory} what it has decided about one URL, and why so.
 *
 * <p>Threading: what is told is immutable; a {@code CrawlDirectory} is confined to the crawl's
 * loop.
 *
 * <p>Errors: a directory that has no crawl, another one, or one that somebody works on is a {@link
 * dev.arachne.options.UsageException}; files that cannot be read or written are an {@link
 * java.io.IOException}.
 */
@NullMarked
package dev.arachne.directory;

import org.jspecify.annotations.NullMarked;

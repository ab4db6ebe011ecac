/**
 * The directory in which a crawl is kept. {@link dev.arachne.directory.CrawlDirectory} has its
 * files, and is held by the process that crawls. Other processes read it: {@link
 * dev.arachne.directory.CrawlStatus} has the progress of the crawl, whether or not it runs. {@link
 * dev.arachne.directory.UrlStory} has its decisions about one URL, with their reasons.
 *
 * <p>Threading: all values read are immutable; a {@code CrawlDirectory} is confined to the crawl's
 * loop.
 *
 * <p>Errors: a directory without a crawl, with another one, or with one that another process works
 * on is a {@link dev.arachne.options.UsageException}. Files that cannot be read or written are an
 * {@link java.io.IOException}.
 */
@NullMarked
package dev.arachne.directory;

import org.jspecify.annotations.NullMarked;

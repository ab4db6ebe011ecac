/**
 * Sitemaps (sitemaps.org) and feeds as lists of URLs: XML, plain text, packed by gzip or not. Pure:
 * a stream in, entries out, one part of it in memory.
 *
 * <p>Start with {@link dev.arachne.sitemap.SitemapReader}, which gives each entry to a {@link
 * dev.arachne.sitemap.SitemapSink} and returns the {@link dev.arachne.sitemap.Sitemap} at the end.
 *
 * <p>Threading: a reader is immutable and may be shared; the sink is called on the caller's thread.
 *
 * <p>Errors: a flaw of a sitemap is a {@link dev.arachne.sitemap.SitemapIssue} of the result, and
 * the entries before it count. Only exceptions of the stream are thrown.
 */
@NullMarked
package dev.arachne.sitemap;

import org.jspecify.annotations.NullMarked;

package dev.arachne.content;

import dev.arachne.url.CrawlUrl;

/**
 * A link of a page to another one.
 *
 * @param url where it leads, without a fragment
 * @param text that is linked, or replaces a linked image; single spaces, at most {@value
 *     PageReader#LONGEST_LINK_TEXT} characters, maybe empty
 */
public record PageLink(CrawlUrl url, String text) {}

package dev.arachne.extract;

import dev.arachne.url.CrawlUrl;

/**
 * A resolved link of a page.
 *
 * @param rel the {@code rel} attribute as written; empty if absent
 * @param text the anchor's text, white space collapsed; empty unless the options keep it
 */
public record Outlink(CrawlUrl url, OutlinkKind kind, String rel, String text) {}

package dev.arachne.extract;

import dev.arachne.url.CrawlUrl;

/**
 * A link that a page has, resolved.
 *
 * @param rel the {@code rel} attribute as it stands, empty where there is none
 * @param text the anchor's text, white space collapsed; empty unless asked for
 */
public record Outlink(CrawlUrl url, OutlinkKind kind, String rel, String text) {}

package dev.arachne.content;

import dev.arachne.url.CrawlUrl;

/**
 * The same page in another language, as stated by {@code link rel=alternate hreflang}.
 *
 * @param language a language tag (RFC 5646), or {@code x-default}
 * @param url where it is
 */
public record Alternate(String language, CrawlUrl url) {}

package dev.arachne.url;

/** The outcome of parsing an input as a URL: one that can be crawled, or a rejection. */
public sealed interface ParsedUrl permits CrawlUrl, RejectedUrl {}

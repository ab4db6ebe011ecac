package dev.arachne.url;

/** What became of an input that claims to be a URL: one that can be crawled, or why it is not. */
public sealed interface ParsedUrl permits CrawlUrl, RejectedUrl {}

package dev.arachne.frontier;

/**
 * The last word on one URL. Every URL that was discovered gets exactly one, or is pending.
 *
 * @param discovery the URL and how it was first found
 * @param attempts how often it was tried; 0 if it never came to that
 * @param disposition the word
 */
public record Verdict(Discovery discovery, int attempts, Disposition.Final disposition) {}

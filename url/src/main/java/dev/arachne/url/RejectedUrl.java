package dev.arachne.url;

/**
 * An input that is not crawled, with the rule that turned it away.
 *
 * @param input the input as it was given; whoever prints it escapes it
 * @param reason the rule that it broke
 */
public record RejectedUrl(String input, UrlRejection reason) implements ParsedUrl {}

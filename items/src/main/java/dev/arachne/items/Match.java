package dev.arachne.items;

/**
 * Something that an expression finds in a page. Immutable.
 *
 * @param text its text; escape it before it is shown
 * @param place line and column of the source, or the path in JSON; empty if it has neither
 */
public record Match(String text, String place) {}

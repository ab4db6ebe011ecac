package dev.arachne.content;

/**
 * A heading of a page's main content.
 *
 * @param level 1 to 6
 * @param text with single spaces
 * @param anchor the fragment that leads there, without its number sign; empty without one
 * @param offset the start of its line in {@link PageContent#markdown}, in characters
 */
public record Heading(int level, String text, String anchor, int offset) {}

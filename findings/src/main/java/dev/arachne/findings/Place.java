package dev.arachne.findings;

/**
 * The place of a finding: a page, and a tag of it.
 *
 * @param page its URL
 * @param what kind of thing there: link, image, canonical, root, ...
 * @param text that is linked, or more about the place; maybe empty
 * @param line of the tag, from 1; 0 if that is not known
 * @param column of the tag, from 1; 0 if that is not known
 */
public record Place(String page, String what, String text, int line, int column) {}

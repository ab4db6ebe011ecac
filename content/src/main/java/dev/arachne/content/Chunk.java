package dev.arachne.content;

import java.util.List;

/**
 * A part of a page's Markdown that is small enough for a retrieval system. Immutable. {@link
 * Chunks} makes it.
 *
 * @param path the texts of the headings above it, the outermost first
 * @param anchor the fragment that leads to the innermost of these headings that has one, without
 *     its number sign; empty without one
 * @param text Markdown, without an end of its last line
 * @param tokens the estimate of {@link Chunks#tokens} for {@code text}
 */
public record Chunk(List<String> path, String anchor, String text, int tokens) {
  /** A chunk; the path is copied. */
  public Chunk {
    path = List.copyOf(path);
  }
}

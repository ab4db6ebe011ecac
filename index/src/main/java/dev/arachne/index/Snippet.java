package dev.arachne.index;

import java.util.List;

/**
 * A part of a page's text that has words of a query. It is text from the web: to be escaped.
 *
 * @param text of one line
 * @param marks the places of those words in it, in order; they do not overlap
 */
public record Snippet(String text, List<Mark> marks) {
  /** A snippet without text. */
  public static final Snippet EMPTY = new Snippet("", List.of());

  /**
   * A word in a text.
   *
   * @param from where it begins, in characters
   * @param to where it ends
   */
  public record Mark(int from, int to) {}

  /** A snippet; the list is copied. */
  public Snippet {
    marks = List.copyOf(marks);
  }
}

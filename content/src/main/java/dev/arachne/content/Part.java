package dev.arachne.content;

import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * An element or a text of a page, measured. A run of text and inline elements between blocks is a
 * part without an element, so that each paragraph is one part, regardless of its markup. Confined
 * to one thread.
 */
final class Part {
  /** The tag of a text. */
  static final String TEXT = "#text";

  /** The tag of a run of inline parts between blocks. */
  static final String RUN = "#run";

  /** The element's name in lower case, {@link #TEXT} or {@link #RUN}. */
  final String tag;

  /** Null for a text and a run. */
  final @Nullable Element element;

  /** The text of a text, empty for others. */
  final String text;

  /** The hints of its class and id. */
  final Marks marks;

  @Nullable Part parent;

  List<Part> children = List.of();

  /** Whether it begins on a line of its own. */
  boolean isBlock;

  /** Whether it is boilerplate, with all its children. */
  boolean isDropped;

  /** Whether it is a heading that repeats the page's title. */
  boolean isTitle;

  final Measures measures = new Measures();

  private Part(String tag, @Nullable Element element, String text, Marks marks) {
    this.tag = tag;
    this.element = element;
    this.text = text;
    this.marks = marks;
  }

  static Part text(String text) {
    Part part = new Part(TEXT, null, text, Marks.NONE);
    Measurer.text(part);
    return part;
  }

  static Part run() {
    Part run = new Part(RUN, null, "", Marks.NONE);
    run.isBlock = true;
    return run;
  }

  static Part element(Element element, Marks marks) {
    return new Part(element.normalName(), element, "", marks);
  }

  void add(Part child) {
    if (children.isEmpty()) {
      children = new ArrayList<>(4);
    }
    children.add(child);
    child.parent = this;
  }

  boolean is(String name) {
    return tag.equals(name);
  }

  boolean isText() {
    return is(TEXT);
  }

  /** An attribute's value, empty if absent. */
  String attr(String name) {
    return element == null ? "" : element.attr(name);
  }

  boolean hasAttr(String name) {
    return element != null && element.hasAttr(name);
  }

  /** The level of a heading, 1 to 6; 0 for other parts. */
  int headingLevel() {
    return tag.length() == 2 && tag.charAt(0) == 'h' && tag.charAt(1) >= '1' && tag.charAt(1) <= '6'
        ? tag.charAt(1) - '0'
        : 0;
  }

  /** Whether its text is one paragraph, without a block in it. */
  boolean isParagraph() {
    return isBlock && !measures.hasBlocks;
  }

  /** The beginning of the kept text in it, with single spaces, at most {@code limit} characters. */
  String string(int limit) {
    var text = new StringBuilder();
    append(text, limit);
    int to = text.length();
    while (to > 0 && text.charAt(to - 1) == ' ') {
      to--;
    }
    return text.substring(0, to);
  }

  private void append(StringBuilder to, int limit) {
    if (isDropped || to.length() >= limit) {
      return;
    }
    if (isText()) {
      Spaces.append(to, text, limit);
      return;
    }
    boolean breaks = isBlock || is("br");
    if (breaks) {
      Spaces.append(to, " ", limit);
    }
    for (Part child : children) {
      child.append(to, limit);
    }
    if (breaks) {
      Spaces.append(to, " ", limit);
    }
  }
}

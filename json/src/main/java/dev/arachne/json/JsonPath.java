package dev.arachne.json;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * A JSONPath expression (RFC 9535): finds values in a JSON text. Immutable. Thread-safe.
 *
 * <p>It is evaluated depth first, a value at a time, which finds the values in the order of the RFC
 * without lists in between. Expressions such as {@code $..*..*} take far more steps than the text
 * has values, so the caller counts the steps.
 */
public final class JsonPath {
  /** Steps to visit a value: a node is made for it. */
  private static final int VISIT_STEPS = 5;

  /** Steps for a value that is found, so that memory has a bound, too. */
  private static final int FOUND_STEPS = 500;

  private final String text;
  private final List<Segment> segments;

  /** Whether the query begins at the root, or at the current value of a filter. */
  enum Start {
    ROOT,
    CURRENT
  }

  JsonPath(String text, List<Segment> segments) {
    this.text = text;
    this.segments = List.copyOf(segments);
  }

  /**
   * Parses an expression.
   *
   * @throws JsonPathException if it is not well-formed and valid (RFC 9535 2.1)
   */
  public static JsonPath parse(String text) throws JsonPathException {
    return new JsonPathParser(text).path();
  }

  /**
   * The values that it finds, in order.
   *
   * @param root as {@link JsonTree} reads it
   * @param effort gets the number of steps, of a few nanoseconds each; its exception ends the
   *     search
   */
  public List<JsonNode> find(Object root, LongConsumer effort) {
    List<JsonNode> found = new ArrayList<>();
    JsonNode node = JsonNode.root(root);
    each(
        segments,
        0,
        node,
        new Search(node, effort),
        each -> {
          effort.accept(FOUND_STEPS);
          return found.add(each);
        });
    return found;
  }

  /** The expression as it was written. */
  public String text() {
    return text;
  }

  List<Segment> segments() {
    return segments;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JsonPath path && text.equals(path.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }

  /**
   * A search.
   *
   * @param root of the text
   * @param effort gets the number of steps
   */
  record Search(JsonNode root, LongConsumer effort) {
    void look(long steps) {
      effort.accept(steps);
    }
  }

  /**
   * A part of an expression.
   *
   * @param reach the values among whose children its selectors select
   */
  record Segment(Reach reach, List<JsonSelector> selectors) {
    /** The values that a segment looks at. */
    enum Reach {
      CHILDREN,
      DESCENDANTS
    }

    /** Whether it finds at most one value in each. */
    boolean isSingular() {
      return reach == Reach.CHILDREN && selectors.size() == 1 && selectors.getFirst().isSingular();
    }
  }

  /**
   * Calls {@code then} for each value that the segments from {@code at} find, until it returns
   * false.
   *
   * @return whether all were visited
   */
  static boolean each(
      List<Segment> segments, int at, JsonNode node, Search search, Predicate<JsonNode> then) {
    search.look(VISIT_STEPS);
    if (at == segments.size()) {
      return then.test(node);
    }
    Segment segment = segments.get(at);
    for (JsonSelector selector : segment.selectors()) {
      if (!selector.each(node, search, found -> each(segments, at + 1, found, search, then))) {
        return false;
      }
    }
    return segment.reach() == Segment.Reach.CHILDREN
        || node.eachChild(child -> each(segments, at, child, search, then));
  }
}

package dev.arachne.items;

import java.util.stream.Stream;

/**
 * An expression that finds something in a page or in an item. Written, it is a CSS selector, or has
 * a prefix: {@code css:}, {@code xpath:}, {@code regex:}, {@code json:}, {@code jsonld:}, {@code
 * page:}. Immutable.
 */
sealed interface Query
    permits CssQuery, XPathQuery, RegexQuery, JsonQuery, JsonLdQuery, PageQuery, NarrowedQuery {

  /** The values it finds in {@code fragment}, in order; white space tidied, none empty. */
  default Stream<String> values(QueryTarget target, TextMode reading, WorkBudget budget) {
    return texts(target, reading, budget).map(reading::tidy).filter(value -> !value.isEmpty());
  }

  /** The values that a page has for this query in a part of it, as {@link #values}. */
  default Stream<String> values(
      QueryTarget target, TextMode reading, PageDocument page, WorkBudget budget) {
    return values(target, reading, budget);
  }

  /** The matches in {@code fragment}, in order, each with its place. */
  Stream<Match> matches(QueryTarget target, WorkBudget budget);

  /** The texts it finds in {@code fragment}, unchanged. */
  Stream<String> texts(QueryTarget target, TextMode reading, WorkBudget budget);

  /** The parts of {@code fragment} it finds. */
  Stream<QueryTarget> parts(QueryTarget target, WorkBudget budget);

  /**
   * Checks that {@link #parts} is supported.
   *
   * @throws RulesException if it finds values, not parts of a page
   */
  void checkFindsParts() throws RulesException;

  /** Parses an expression as it is written. */
  static Query parse(String written) throws RulesException {
    String text = written.strip();
    if (text.startsWith("xpath:")) {
      return XPathQuery.parse(text.substring("xpath:".length()).strip());
    }
    if (text.startsWith("regex:")) {
      return RegexQuery.parse(text.substring("regex:".length()).strip());
    }
    if (text.startsWith("json:")) {
      return JsonQuery.parse(text.substring("json:".length()).strip());
    }
    if (text.startsWith("jsonld:")) {
      return JsonLdQuery.parse(text.substring("jsonld:".length()).strip());
    }
    if (text.startsWith("page:")) {
      return PageQuery.parse(text.substring("page:".length()).strip());
    }
    return CssQuery.parse(text.startsWith("css:") ? text.substring("css:".length()).strip() : text);
  }
}

package dev.arachne.items;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.Evaluator;
import org.jsoup.select.Selector;

/**
 * A CSS selector of jsoup. As in Scrapy, {@code ::attr(name)} behind it selects an attribute of the
 * elements, and {@code ::text} each text that is directly in them. The item's own element is among
 * the candidates.
 */
record CssQuery(String source, Evaluator elements, Part part) implements Query {
  private static final Pattern PART =
      Pattern.compile("(?s)(.*?)\\s*::\\s*(?:(text)|attr\\(\\s*([^()\\s]+)\\s*\\))");

  /** The part that is taken of an element. */
  sealed interface Part {
    /** The whole element. */
    record Whole() implements Part {}

    /** An attribute; a missing one has no value. */
    record Attribute(String name) implements Part {}

    /** Each of its own texts. */
    record OwnTexts() implements Part {}
  }

  static CssQuery parse(String source) throws RulesException {
    Matcher matcher = PART.matcher(source);
    if (!matcher.matches()) {
      return new CssQuery(source, evaluator(source), new Part.Whole());
    }
    String selector = matcher.group(1).isEmpty() ? "*" : matcher.group(1);
    Part part =
        matcher.group(2) != null ? new Part.OwnTexts() : new Part.Attribute(matcher.group(3));
    return new CssQuery(source, evaluator(selector), part);
  }

  private static Evaluator evaluator(String selector) throws RulesException {
    try {
      return Selector.evaluatorOf(selector);
    } catch (Selector.SelectorParseException | IllegalArgumentException e) {
      throw new RulesException(
          "'%s' is not a CSS selector (%s); use one such as li.film or a.title::attr(href)"
              .formatted(selector, RulesException.oneLine(e)));
    }
  }

  @Override
  public Stream<String> texts(QueryTarget target, TextMode reading, WorkBudget budget) {
    Stream<Element> found = found(target, budget);
    return switch (part) {
      case Part.Whole() -> found.map(reading::of);
      case Part.Attribute(String name) ->
          found.filter(element -> element.hasAttr(name)).map(element -> element.attr(name));
      case Part.OwnTexts() ->
          found.flatMap(element -> element.textNodes().stream()).map(TextNode::getWholeText);
    };
  }

  @Override
  public Stream<QueryTarget> parts(QueryTarget target, WorkBudget budget) {
    return found(target, budget).map(target::part);
  }

  @Override
  public Stream<Match> matches(QueryTarget target, WorkBudget budget) {
    return found(target, budget)
        .flatMap(element ->
            switch (part) {
              case Part.Whole() -> Stream.of(match(element, target, TextMode.TEXT.of(element)));
              case Part.Attribute(String name) ->
                  element.hasAttr(name)
                      ? Stream.of(match(element, target, element.attr(name)))
                      : Stream.of();
              case Part.OwnTexts() ->
                  element.textNodes().stream()
                      .map(text -> match(element, target, text.getWholeText()))
                      .filter(match -> !match.text().isEmpty());
            });
  }

  private static Match match(Element element, QueryTarget target, String text) {
    return new Match(TextMode.collapsed(text), target.place(element));
  }

  private Stream<Element> found(QueryTarget target, WorkBudget budget) {
    budget.spend(target.size());
    return Selector.selectStream(elements, target.element());
  }

  @Override
  public void checkFindsParts() throws RulesException {
    if (!(part instanceof Part.Whole)) {
      throw new RulesException("'" + source + "' finds values; leave ::attr() or ::text out");
    }
  }
}

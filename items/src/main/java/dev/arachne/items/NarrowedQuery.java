package dev.arachne.items;

import dev.arachne.json.JsonPath;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An expression looked for in the values of another query: the year alone of {@code .title}, or a
 * member of the JSON in a script.
 */
record NarrowedQuery(Query query, Narrowing by) implements Query {

  /** The expression for the values. */
  sealed interface Narrowing {
    /** A regular expression. */
    record ByRegex(Pattern pattern) implements Narrowing {}

    /** A JSONPath expression; values that are not JSON have nothing. */
    record ByPath(JsonPath path) implements Narrowing {}
  }

  @Override
  public Stream<String> texts(QueryTarget target, TextMode reading, WorkBudget budget) {
    return switch (by) {
      case Narrowing.ByRegex(Pattern pattern) ->
          query
              .values(target, reading, budget)
              .flatMap(value -> RegexQuery.found(pattern, value, budget));
      case Narrowing.ByPath(JsonPath path) ->
          query
              .values(target, TextMode.JSON, budget)
              .flatMap(value -> JsonQuery.nodes(path, target.part(value), budget))
              .map(node -> reading.of(node));
    };
  }

  @Override
  public Stream<QueryTarget> parts(QueryTarget target, WorkBudget budget) {
    return switch (by) {
      case Narrowing.ByRegex _ -> throw new UnsupportedOperationException("no parts of a page");
      case Narrowing.ByPath(JsonPath path) ->
          query
              .values(target, TextMode.JSON, budget)
              .flatMap(value -> JsonQuery.nodes(path, target.part(value), budget))
              .map(node -> JsonQuery.part(target, node, budget));
    };
  }

  @Override
  public Stream<Match> matches(QueryTarget target, WorkBudget budget) {
    return values(target, TextMode.TEXT, budget).map(value -> new Match(value, ""));
  }

  @Override
  public void checkFindsParts() throws RulesException {
    if (by instanceof Narrowing.ByRegex) {
      throw new RulesException("a regular expression finds values there; leave it out");
    }
  }
}

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
  public Stream<String> texts(Fragment fragment, Reading reading, Effort effort) {
    return switch (by) {
      case Narrowing.ByRegex(Pattern pattern) ->
          query
              .values(fragment, reading, effort)
              .flatMap(value -> RegexQuery.found(pattern, value, effort));
      case Narrowing.ByPath(JsonPath path) ->
          query
              .values(fragment, Reading.JSON, effort)
              .flatMap(value -> JsonQuery.nodes(path, fragment.part(value), effort))
              .map(node -> reading.of(node));
    };
  }

  @Override
  public Stream<Fragment> parts(Fragment fragment, Effort effort) {
    return switch (by) {
      case Narrowing.ByRegex _ -> throw new UnsupportedOperationException("no parts of a page");
      case Narrowing.ByPath(JsonPath path) ->
          query
              .values(fragment, Reading.JSON, effort)
              .flatMap(value -> JsonQuery.nodes(path, fragment.part(value), effort))
              .map(node -> JsonQuery.part(fragment, node, effort));
    };
  }

  @Override
  public Stream<Match> matches(Fragment fragment, Effort effort) {
    return values(fragment, Reading.TEXT, effort).map(value -> new Match(value, ""));
  }

  @Override
  public void checkFindsParts() throws RulesException {
    if (by instanceof Narrowing.ByRegex) {
      throw new RulesException("a regular expression finds values there; leave it out");
    }
  }
}

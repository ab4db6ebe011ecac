package dev.arachne.items;

import dev.arachne.json.JsonNode;
import dev.arachne.json.JsonPath;
import dev.arachne.json.JsonPathException;
import java.util.stream.Stream;

/** A JSONPath expression (RFC 9535); in a record, {@code $} is the record. */
record JsonQuery(JsonPath path) implements Query {
  /** Steps to read JSON, for each of its characters. */
  private static final int STEPS_PER_CHARACTER = 4;

  static JsonQuery parse(String source) throws RulesException {
    return new JsonQuery(path(source));
  }

  static JsonPath path(String source) throws RulesException {
    try {
      return JsonPath.parse(source);
    } catch (JsonPathException e) {
      throw new RulesException(
          "'%s' is not a JSONPath expression: %s; use one such as $.films[*].title"
              .formatted(source, e.getMessage()));
    }
  }

  /** The nodes that a path finds in the JSON of a fragment. */
  static Stream<JsonNode> nodes(JsonPath path, QueryTarget target, WorkBudget budget) {
    budget.spend((long) STEPS_PER_CHARACTER * target.size());
    return target.json().stream().flatMap(root -> path.find(root, budget::spend).stream());
  }

  @Override
  public Stream<String> texts(QueryTarget target, TextMode reading, WorkBudget budget) {
    return nodes(path, target, budget).map(node -> reading.of(node));
  }

  @Override
  public Stream<QueryTarget> parts(QueryTarget target, WorkBudget budget) {
    return nodes(path, target, budget).map(node -> part(target, node, budget));
  }

  /** A part whose text is written, which costs as much as to keep it. */
  static QueryTarget part(QueryTarget target, JsonNode node, WorkBudget budget) {
    QueryTarget part = target.partOfJson(node.value());
    budget.keep(part.source());
    return part;
  }

  @Override
  public Stream<Match> matches(QueryTarget target, WorkBudget budget) {
    return nodes(path, target, budget)
        .map(node -> new Match(JsonText.of(node.value()), node.path()));
  }

  @Override
  public void checkFindsParts() {}
}

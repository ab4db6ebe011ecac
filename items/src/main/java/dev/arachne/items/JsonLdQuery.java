package dev.arachne.items;

import dev.arachne.json.JsonNode;
import dev.arachne.json.JsonPath;
import java.util.stream.Stream;
import org.jsoup.select.Selector;

/**
 * A JSONPath expression for the JSON-LD of a page: for each of its scripts of the type {@code
 * application/ld+json} in turn.
 */
record JsonLdQuery(JsonPath path) implements Query {
  private static final String SCRIPTS = "script[type^=application/ld+json]";

  static JsonLdQuery parse(String source) throws RulesException {
    return new JsonLdQuery(JsonQuery.path(source));
  }

  private Stream<JsonNode> nodes(QueryTarget target, WorkBudget budget) {
    budget.spend(target.size());
    return Selector.select(SCRIPTS, target.element()).stream()
        .flatMap(script -> JsonQuery.nodes(path, target.part(script.data()), budget));
  }

  @Override
  public Stream<String> texts(QueryTarget target, TextMode reading, WorkBudget budget) {
    return nodes(target, budget).map(node -> reading.of(node));
  }

  @Override
  public Stream<QueryTarget> parts(QueryTarget target, WorkBudget budget) {
    return nodes(target, budget).map(node -> JsonQuery.part(target, node, budget));
  }

  @Override
  public Stream<Match> matches(QueryTarget target, WorkBudget budget) {
    return nodes(target, budget).map(node -> new Match(JsonText.of(node.value()), node.path()));
  }

  @Override
  public void checkFindsParts() {}
}

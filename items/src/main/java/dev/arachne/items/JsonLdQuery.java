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

  private Stream<JsonNode> nodes(Fragment fragment, Effort effort) {
    effort.look(fragment.size());
    return Selector.select(SCRIPTS, fragment.element()).stream()
        .flatMap(script -> JsonQuery.nodes(path, fragment.part(script.data()), effort));
  }

  @Override
  public Stream<String> texts(Fragment fragment, Reading reading, Effort effort) {
    return nodes(fragment, effort).map(node -> reading.of(node));
  }

  @Override
  public Stream<Fragment> parts(Fragment fragment, Effort effort) {
    return nodes(fragment, effort).map(node -> JsonQuery.part(fragment, node, effort));
  }

  @Override
  public Stream<Match> matches(Fragment fragment, Effort effort) {
    return nodes(fragment, effort).map(node -> new Match(JsonText.of(node.value()), node.path()));
  }

  @Override
  public void checkFindsParts() {}
}

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
  static Stream<JsonNode> nodes(JsonPath path, Fragment fragment, Effort effort) {
    effort.look((long) STEPS_PER_CHARACTER * fragment.size());
    return fragment.json().stream().flatMap(root -> path.find(root, effort::look).stream());
  }

  @Override
  public Stream<String> texts(Fragment fragment, Reading reading, Effort effort) {
    return nodes(path, fragment, effort).map(node -> reading.of(node));
  }

  @Override
  public Stream<Fragment> parts(Fragment fragment, Effort effort) {
    return nodes(path, fragment, effort).map(node -> part(fragment, node, effort));
  }

  /** A part whose text is written, which costs as much as to keep it. */
  static Fragment part(Fragment fragment, JsonNode node, Effort effort) {
    Fragment part = fragment.partOfJson(node.value());
    effort.keep(part.source());
    return part;
  }

  @Override
  public Stream<Match> matches(Fragment fragment, Effort effort) {
    return nodes(path, fragment, effort)
        .map(node -> new Match(JsonText.of(node.value()), node.path()));
  }

  @Override
  public void checkFindsParts() {}
}

package dev.arachne.items;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Reads {@link ItemRules} from YAML 1.2, of which JSON is a part. It walks the tree of nodes, which
 * know their lines, so that every mistake can name its own.
 */
final class RulesReader {
  private static final String QUOTE =
      "put a value with any of : # @ [ { & * ! % in it in single quotes";

  private static final List<String> KEYS = List.of("start", "follow", "next", "item", "fields");
  private static final List<String> KEYS_OF_QUERY = List.of("css", "xpath", "regex");
  private static final List<String> KEYS_OF_FOLLOW = List.of("css", "xpath", "regex", "pattern");
  private static final List<String> KEYS_OF_FIELD =
      List.of("css", "xpath", "regex", "type", "required", "list");

  private final String file;
  private final ItemRules.Builder rules = ItemRules.builder();

  private RulesReader(String file) {
    this.file = file;
  }

  static ItemRules read(String file, String text) throws RulesException {
    return new RulesReader(file).read(text);
  }

  private ItemRules read(String text) throws RulesException {
    Node root = root(text);
    Map<String, Node> entries = entries(root, "rules", KEYS);
    for (Map.Entry<String, Node> entry : entries.entrySet()) {
      Node value = entry.getValue();
      switch (entry.getKey()) {
        case "start" -> {
          for (Node place : list(value)) {
            rules.start(text(place, "start"));
          }
        }
        case "follow" -> {
          for (Node rule : list(value)) {
            rules.follow(follow(rule, "follow"));
          }
        }
        case "next" -> rules.next(follow(value, "next"));
        case "item" -> put(value, () -> rules.item(query(value, "item", KEYS_OF_QUERY)));
        default -> readFields(value);
      }
    }
    return at(root, () -> rules.build(text.lines().toList()));
  }

  private Node root(String text) throws RulesException {
    try {
      LoadSettings settings = LoadSettings.builder().setLabel(file).build();
      Optional<Node> root = new Compose(settings).composeString(text);
      return root.orElseThrow(() ->
          new RulesException("there are no rules in it; write fields: and below it title: h1")
              .at(file, 1));
    } catch (MarkedYamlEngineException e) {
      throw new RulesException("this is neither YAML nor JSON: " + e.getProblem() + "; " + QUOTE)
          .at(file, line(e.getProblemMark()));
    } catch (YamlEngineException e) {
      throw new RulesException("this is neither YAML nor JSON: " + RulesException.oneLine(e))
          .at(file, 1);
    }
  }

  private void readFields(Node node) throws RulesException {
    for (Map.Entry<String, Node> entry : entries(node, "fields", null).entrySet()) {
      try {
        put(entry.getValue(), () -> rules.field(field(entry.getKey(), entry.getValue())));
      } catch (RulesException e) {
        throw e.in(entry.getKey());
      }
    }
  }

  /** Reads a field; if its node is only an expression, its name has the other settings. */
  private Field field(String name, Node node) throws RulesException {
    if (node instanceof ScalarNode) {
      return Field.parse(name, text(node, "the field"));
    }
    Field.checkName(name);
    Query query = query(node, "the field", KEYS_OF_FIELD);
    FieldType type = new FieldType.Text();
    Field.Presence presence = Field.Presence.OPTIONAL;
    Field.Arity arity = Field.Arity.SINGLE;
    for (Map.Entry<String, Node> entry : entries(node, "the field", KEYS_OF_FIELD).entrySet()) {
      Node value = entry.getValue();
      switch (entry.getKey()) {
        case "type" -> type = at(value, () -> FieldType.parse(text(value, "type")));
        case "required" ->
            presence = isTrue(value, "required") ? Field.Presence.REQUIRED : presence;
        case "list" -> arity = isTrue(value, "list") ? Field.Arity.LIST : arity;
        default -> {} // The query's.
      }
    }
    return new Field(name, query, type, presence, arity);
  }

  private FollowRule follow(Node node, String what) throws RulesException {
    if (node instanceof ScalarNode) {
      return at(node, () -> FollowRule.parse(text(node, what)));
    }
    Node pattern = entries(node, what, KEYS_OF_FOLLOW).get("pattern");
    if (pattern == null) {
      return new FollowRule(query(node, what, KEYS_OF_FOLLOW), Optional.empty());
    }
    FollowRule every = at(pattern, () -> FollowRule.ofPattern(text(pattern, "pattern")));
    return ((MappingNode) node).getValue().size() == 1
        ? every
        : new FollowRule(query(node, what, KEYS_OF_FOLLOW), every.pattern());
  }

  /**
   * A query: an expression alone, or one of its keys, of which {@code regex} may narrow another.
   */
  private Query query(Node node, String what, List<String> keys) throws RulesException {
    if (node instanceof ScalarNode) {
      return at(node, () -> Query.parse(text(node, what)));
    }
    Map<String, Node> entries = entries(node, what, keys);
    Node css = entries.get("css");
    Node xpath = entries.get("xpath");
    Node regex = entries.get("regex");
    if (css != null && xpath != null) {
      throw mistake(xpath, what + " has css and xpath; write one of them");
    }
    if (css != null) {
      return narrowed(at(css, () -> CssQuery.parse(text(css, "css"))), regex);
    }
    if (xpath != null) {
      return narrowed(at(xpath, () -> XPathQuery.parse(text(xpath, "xpath"))), regex);
    }
    if (regex == null) {
      throw mistake(node, what + " does not say where to find it; write css:, xpath: or regex:");
    }
    return at(regex, () -> RegexQuery.parse(text(regex, "regex")));
  }

  private Query narrowed(Query query, @Nullable Node regex) throws RulesException {
    return regex == null
        ? query
        : new NarrowedQuery(query, at(regex, () -> RegexQuery.pattern(text(regex, "regex"))));
  }

  /** The entries of a mapping, in their order. */
  private Map<String, Node> entries(Node node, String what, @Nullable List<String> keys)
      throws RulesException {
    if (!(node instanceof MappingNode mapping)) {
      throw mistake(node, what + " must be entries of the form key: value");
    }
    Map<String, Node> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Node keyNode = tuple.getKeyNode();
      String key = text(keyNode, "a key");
      if (keys != null && !keys.contains(key)) {
        throw mistake(
            keyNode,
            "'" + key + "' is not a key of " + what + "; write one of " + String.join(", ", keys));
      }
      if (entries.put(key, tuple.getValueNode()) != null) {
        throw mistake(keyNode, "'" + key + "' is there twice; remove one");
      }
    }
    return entries;
  }

  private static List<Node> list(Node node) {
    return node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
  }

  private String text(Node node, String what) throws RulesException {
    if (!(node instanceof ScalarNode scalar)) {
      throw mistake(node, what + " must be a text; " + QUOTE);
    }
    if (scalar.getTag().equals(Tag.NULL) || scalar.getValue().isBlank()) {
      throw mistake(node, what + " is empty; " + QUOTE);
    }
    return scalar.getValue();
  }

  private boolean isTrue(Node node, String what) throws RulesException {
    String word = text(node, what);
    if (!Set.of("true", "false").contains(word)) {
      throw mistake(node, what + " is '" + word + "'; write true or false");
    }
    return word.equals("true");
  }

  private RulesException mistake(Node node, String problem) {
    return new RulesException(problem).at(file, line(node.getStartMark()));
  }

  private static int line(Optional<Mark> mark) {
    return mark.map(Mark::getLine).orElse(0) + 1;
  }

  /** A step that may find a mistake. */
  private interface Step<T> {
    T take() throws RulesException;
  }

  /** A step that puts something into the rules. */
  private interface Put {
    void take() throws RulesException;
  }

  private void put(Node node, Put step) throws RulesException {
    at(
        node,
        () -> {
          step.take();
          return rules;
        });
  }

  /** Takes a step; a mistake that names no line yet is in that of {@code node}. */
  private <T> T at(Node node, Step<T> step) throws RulesException {
    try {
      return step.take();
    } catch (RulesException e) {
      throw e.line() > 0 ? e : e.at(file, line(node.getStartMark()));
    }
  }
}

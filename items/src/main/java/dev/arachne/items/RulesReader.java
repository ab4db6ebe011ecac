package dev.arachne.items;

import dev.arachne.items.NarrowedQuery.Narrowing.ByPath;
import dev.arachne.items.NarrowedQuery.Narrowing.ByRegex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

  private static final List<String> KEYS_OF_PAGES =
      List.of("follow", "api", "next", "item", "fields", "detail");
  private static final List<String> KEYS_OF_DETAIL = List.of("url", "fields");
  private static final List<String> KEYS =
      with(List.of("start", "options", "pages"), KEYS_OF_PAGES);
  private static final List<String> KEYS_OF_KIND = with(KEYS_OF_PAGES, "url", "render");
  private static final List<String> KEYS_OF_QUERY =
      List.of("css", "xpath", "json", "jsonld", "regex");
  private static final List<String> KEYS_OF_FOLLOW = with(KEYS_OF_QUERY, "pattern");
  private static final List<String> KEYS_OF_STEPS = List.of("strip", "replace", "split", "join");
  private static final List<String> KEYS_OF_FIELD =
      with(with(KEYS_OF_QUERY, "fields", "type", "required", "list", "default"), KEYS_OF_STEPS);

  /** Records within each other. */
  private static final int DEEPEST = 20;

  private final String file;
  private final ItemRules.Builder rules = ItemRules.builder();

  private RulesReader(String file) {
    this.file = file;
  }

  static ItemRules read(String file, String text) throws RulesException {
    return new RulesReader(file).read(text);
  }

  private static List<String> with(List<String> keys, String... more) {
    return with(keys, List.of(more));
  }

  private static List<String> with(List<String> keys, List<String> more) {
    return Stream.concat(keys.stream(), more.stream()).toList();
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
        case "options" -> readOptions(value);
        default -> {} // Of the pages.
      }
    }
    return at(root, () -> rules.build(kinds(root, entries), text.lines().toList()));
  }

  private void readOptions(Node node) throws RulesException {
    for (Map.Entry<String, Node> option : entries(node, "options", null).entrySet()) {
      List<String> values = new ArrayList<>();
      for (Node value : list(option.getValue())) {
        values.add(text(value, option.getKey()));
      }
      rules.option(option.getKey(), List.copyOf(values));
    }
  }

  private List<PageKind> kinds(Node root, Map<String, Node> entries) throws RulesException {
    Node pages = entries.get("pages");
    if (pages == null) {
      return List.of(kind(root, KEYS));
    }
    for (String key : KEYS_OF_PAGES) {
      Node other = entries.get(key);
      if (other != null) {
        throw mistake(other, "with pages, put " + key + " into an entry of pages");
      }
    }
    List<PageKind> kinds = new ArrayList<>();
    for (Node each : list(pages)) {
      kinds.add(kind(each, KEYS_OF_KIND));
    }
    return kinds;
  }

  private PageKind kind(Node node, List<String> keys) throws RulesException {
    Optional<Pattern> url = Optional.empty();
    ItemRules.Builder kind = ItemRules.builder();
    for (Map.Entry<String, Node> entry : entries(node, "pages", keys).entrySet()) {
      Node value = entry.getValue();
      switch (entry.getKey()) {
        case "url" -> url = Optional.of(at(value, () -> RegexQuery.pattern(text(value, "url"))));
        case "follow" -> {
          for (Node rule : list(value)) {
            kind.follow(follow(rule, "follow"));
          }
        }
        case "api" -> {
          for (Node rule : list(value)) {
            kind.api(at(rule, () -> RegexQuery.pattern(text(rule, "api"))));
          }
        }
        case "next" -> kind.next(follow(value, "next"));
        case "item" -> put(value, () -> kind.item(query(value, "item", KEYS_OF_QUERY)));
        case "fields" -> {
          for (Field field : fields(value, 1)) {
            put(value, () -> kind.field(field));
          }
        }
        case "detail" -> readDetail(value, kind);
        case "render" -> kind.rendering(rendering(value));
        default -> {} // Not of a kind of pages.
      }
    }
    return kind.kind(url);
  }

  private RenderRule.Way rendering(Node node) throws RulesException {
    String word = text(node, "render");
    return switch (word) {
      case "always" -> RenderRule.Way.ALWAYS;
      case "auto" -> RenderRule.Way.AUTO;
      case "never" -> RenderRule.Way.NEVER;
      default -> throw mistake(node, "render is '" + word + "'; write always, auto or never");
    };
  }

  private void readDetail(Node node, ItemRules.Builder kind) throws RulesException {
    for (Map.Entry<String, Node> entry : entries(node, "detail", KEYS_OF_DETAIL).entrySet()) {
      Node value = entry.getValue();
      if (entry.getKey().equals("url")) {
        kind.detail(follow(value, "url"));
      } else {
        for (Field field : fields(value, 1)) {
          put(value, () -> kind.detailField(field));
        }
      }
    }
    put(node, kind::checkDetail);
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

  private List<Field> fields(Node node, int depth) throws RulesException {
    if (depth > DEEPEST) {
      throw mistake(node, "more than " + DEEPEST + " records are within each other");
    }
    Map<String, Field> fields = new LinkedHashMap<>();
    for (Map.Entry<String, Node> entry : entries(node, "fields", null).entrySet()) {
      Node value = entry.getValue();
      try {
        Field field = at(value, () -> field(entry.getKey(), value, depth));
        if (fields.putIfAbsent(field.name(), field) != null) {
          throw mistake(value, "there are two of this name; rename one").in(field.name());
        }
      } catch (RulesException e) {
        throw e.in(entry.getKey());
      }
    }
    return List.copyOf(fields.values());
  }

  /** Reads a field; if its node is only an expression, its name has the other settings. */
  private Field field(String name, Node node, int depth) throws RulesException {
    if (node instanceof ScalarNode) {
      return Field.parse(name, text(node, "the field"));
    }
    Field.checkName(name);
    Map<String, Node> entries = entries(node, "the field", KEYS_OF_FIELD);
    Field.Presence presence = Field.Presence.OPTIONAL;
    Field.Arity arity = Field.Arity.SINGLE;
    FieldType type = new FieldType.Text();
    for (Map.Entry<String, Node> entry : entries.entrySet()) {
      Node value = entry.getValue();
      switch (entry.getKey()) {
        case "type" -> type = at(value, () -> FieldType.parse(text(value, "type")));
        case "required" ->
            presence = isTrue(value, "required") ? Field.Presence.REQUIRED : presence;
        case "list" -> arity = isTrue(value, "list") ? Field.Arity.LIST : arity;
        default -> {} // The query's, or a step.
      }
    }
    Node nested = entries.get("fields");
    Field.Content content =
        nested == null
            ? new Field.Content.Values(
                query(node, "the field", KEYS_OF_FIELD), steps(entries), type, otherwise(entries))
            : nested(node, entries, fields(nested, depth + 1));
    return new Field(name, content, presence, arity);
  }

  private Field.Content nested(Node node, Map<String, Node> entries, List<Field> fields)
      throws RulesException {
    for (String key : with(KEYS_OF_STEPS, "type", "default")) {
      Node other = entries.get(key);
      if (other != null) {
        throw mistake(other, "a field with fields has no " + key + "; put it into one of them");
      }
    }
    if (KEYS_OF_QUERY.stream().noneMatch(entries::containsKey)) {
      return new Field.Content.Nested(Optional.empty(), fields);
    }
    Query query = query(node, "the field", KEYS_OF_FIELD);
    put(node, query::checkFindsParts);
    return new Field.Content.Nested(Optional.of(query), fields);
  }

  private Optional<String> otherwise(Map<String, Node> entries) throws RulesException {
    Node node = entries.get("default");
    return node == null ? Optional.empty() : Optional.of(text(node, "default"));
  }

  /** The steps in the order in which they are written. */
  private List<TextStep> steps(Map<String, Node> entries) throws RulesException {
    List<TextStep> steps = new ArrayList<>();
    for (Map.Entry<String, Node> entry : entries.entrySet()) {
      Node value = entry.getValue();
      switch (entry.getKey()) {
        case "strip" -> steps.add(new TextStep.Strip(text(value, "strip")));
        case "split" -> steps.add(new TextStep.Split(separator(value, "split")));
        case "join" -> steps.add(new TextStep.Join(separator(value, "join")));
        case "replace" -> {
          for (Map.Entry<String, Node> each :
              entries(value, "replace (REGEX: TEXT)", null).entrySet()) {
            Node text = each.getValue();
            steps.add(
                at(text, () -> TextStep.Replace.of(each.getKey(), separator(text, "replace"))));
          }
        }
        default -> {} // Not a step.
      }
    }
    return steps;
  }

  /** A text that may be blank; split at an empty one would be at each character. */
  private String separator(Node node, String what) throws RulesException {
    if (!(node instanceof ScalarNode scalar)
        || (what.equals("split") && scalar.getValue().isEmpty())) {
      throw mistake(node, what + " must be a text; " + QUOTE);
    }
    return scalar.getValue();
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
    Node json = entries.get("json");
    Node jsonLd = entries.get("jsonld");
    Node regex = entries.get("regex");
    List<Node> firsts = Stream.of(css, xpath, jsonLd).filter(Objects::nonNull).toList();
    if (firsts.size() > 1) {
      throw mistake(firsts.get(1), what + " has two of css, xpath and jsonld; write one of them");
    }
    if (jsonLd != null && json != null) {
      throw mistake(json, what + " has json and jsonld; write one of them");
    }
    if (css != null) {
      return narrowed(at(css, () -> CssQuery.parse(text(css, "css"))), json, regex);
    }
    if (xpath != null) {
      return narrowed(at(xpath, () -> XPathQuery.parse(text(xpath, "xpath"))), json, regex);
    }
    if (jsonLd != null) {
      return narrowed(at(jsonLd, () -> JsonLdQuery.parse(text(jsonLd, "jsonld"))), null, regex);
    }
    if (json != null) {
      return narrowed(at(json, () -> JsonQuery.parse(text(json, "json"))), null, regex);
    }
    if (regex == null) {
      throw mistake(
          node, what + " does not say where to find it; write css:, xpath:, json: or regex:");
    }
    return at(regex, () -> RegexQuery.parse(text(regex, "regex")));
  }

  private Query narrowed(Query query, @Nullable Node json, @Nullable Node regex)
      throws RulesException {
    Query its = query;
    if (json != null) {
      its = new NarrowedQuery(its, new ByPath(at(json, () -> JsonQuery.path(text(json, "json")))));
    }
    if (regex != null) {
      its =
          new NarrowedQuery(
              its, new ByRegex(at(regex, () -> RegexQuery.pattern(text(regex, "regex")))));
    }
    return its;
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

package dev.arachne.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A schema in docs/schemas, by which tests judge the JSON that the program writes. It understands
 * the words of JSON Schema (draft 2020-12) that these schemas use, and fails on others. Immutable.
 *
 * @param name of its file, without the extension
 * @param root the schema itself
 */
public record JsonSchema(String name, JsonNode root) {
  private static final Path DIRECTORY = Path.of("../docs/schemas");
  private static final String EXTENSION = ".schema.json";
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Set<String> WORDS =
      Set.of(
          "$schema",
          "title",
          "description",
          "type",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "enum",
          "format");

  /**
   * A member of an object, at any depth.
   *
   * @param path of names, with [] for the items of an array and * for any name
   * @param schema of its values
   * @param isRequired whether each object has it
   */
  public record Member(String path, JsonNode schema, boolean isRequired) {}

  /** The schema in a file of docs/schemas. */
  public static JsonSchema of(String name) throws IOException {
    return new JsonSchema(
        name, JSON.readTree(Files.readString(DIRECTORY.resolve(name + EXTENSION))));
  }

  /** The names of all schemas. */
  public static Set<String> names() throws IOException {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return new TreeSet<>(
          files.map(file -> file.getFileName().toString().replace(EXTENSION, "")).toList());
    }
  }

  /** All members, in the order of the file. */
  public List<Member> members() {
    List<Member> members = new ArrayList<>();
    collect(root, "", members);
    return members;
  }

  private static void collect(JsonNode schema, String at, List<Member> members) {
    if (schema.has("items")) {
      collect(schema.get("items"), at + "[]", members);
    }
    schema
        .path("properties")
        .properties()
        .forEach(property -> {
          String path = member(at, property.getKey());
          boolean isRequired =
              schema
                  .path("required")
                  .valueStream()
                  .anyMatch(its -> its.asString().equals(property.getKey()));
          members.add(new Member(path, property.getValue(), isRequired));
          collect(property.getValue(), path, members);
        });
    if (schema.path("additionalProperties").isObject()) {
      collect(schema.get("additionalProperties"), member(at, "*"), members);
    }
  }

  private static String member(String at, String name) {
    return at.isEmpty() ? name : at + "." + name;
  }

  /** The violations of the schema by a value. */
  public List<String> faults(JsonNode value) {
    return faults(root, value, "$");
  }

  private static List<String> faults(JsonNode schema, JsonNode value, String at) {
    schema
        .propertyNames()
        .forEach(word -> {
          if (!WORDS.contains(word)) {
            throw new AssertionError("an unknown word in a schema: " + word);
          }
        });
    String type = schema.path("type").asString("");
    if (!isOfType(value, type)) {
      return List.of(at + ": not a" + (type.matches("[aeiou].*") ? "n " : " ") + type);
    }
    List<String> faults = new ArrayList<>();
    if (schema.has("enum") && schema.get("enum").valueStream().noneMatch(value::equals)) {
      faults.add(at + ": not one of " + schema.get("enum"));
    }
    if (schema.has("format") && !isOfFormat(value.asString(), schema.get("format").asString())) {
      faults.add(at + ": not a " + schema.get("format").asString());
    }
    switch (type) {
      case "object" -> members(schema, value, at, faults);
      case "array" ->
          value.forEach(item -> faults.addAll(faults(schema.get("items"), item, at + "[]")));
      default -> {}
    }
    return faults;
  }

  private static boolean isOfType(JsonNode value, String type) {
    return switch (type) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isString();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      default -> throw new AssertionError("a schema of type " + type);
    };
  }

  private static boolean isOfFormat(String text, String format) {
    if (!format.equals("date-time")) {
      throw new AssertionError("an unknown format in a schema: " + format);
    }
    try {
      return text.endsWith("Z") && !Instant.parse(text).equals(Instant.MIN);
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static void members(JsonNode schema, JsonNode value, String at, List<String> faults) {
    for (JsonNode name : schema.path("required")) {
      if (!value.has(name.asString())) {
        faults.add(at + "." + name.asString() + ": missing");
      }
    }
    JsonNode more = schema.get("additionalProperties");
    value.properties().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(member -> {
          String path = at + "." + member.getKey();
          JsonNode its = schema.path("properties").get(member.getKey());
          if (its != null || more.isObject()) {
            faults.addAll(faults(its == null ? more : its, member.getValue(), path));
          } else {
            faults.add(path + ": unknown");
          }
        });
  }

  /** The paths of the members that a value has. */
  public Set<String> present(JsonNode value) {
    Set<String> present = new TreeSet<>();
    present(root, value, "", present);
    return present;
  }

  private static void present(JsonNode schema, JsonNode value, String at, Set<String> present) {
    if (value.isArray()) {
      value.forEach(item -> present(schema.get("items"), item, at + "[]", present));
    }
    value
        .properties()
        .forEach(member -> {
          JsonNode its = schema.path("properties").get(member.getKey());
          String path = member(at, its == null ? "*" : member.getKey());
          present.add(path);
          JsonNode next = its == null ? schema.get("additionalProperties") : its;
          present(next, member.getValue(), path, present);
        });
  }
}

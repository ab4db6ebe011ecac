package dev.arachne.items;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A field of a record: the place of its values, and their type. Immutable.
 *
 * @param name letters, digits, {@code _ - .}; a letter or {@code _} first
 */
record Field(String name, Content content, Presence presence, Arity arity) {
  private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.-]*");

  /** The source of its value. */
  sealed interface Content {
    /**
     * A text that becomes a value.
     *
     * @param otherwise the text if none is found
     */
    record Values(Query query, List<TextStep> steps, FieldType type, Optional<String> otherwise)
        implements Content {
      public Values {
        steps = List.copyOf(steps);
      }
    }

    /**
     * A record within the record.
     *
     * @param query the part of the record that it is; empty if it is in all of it
     */
    record Nested(Optional<Query> query, List<Field> fields) implements Content {}
  }

  /** Whether a record is valid without it. */
  enum Presence {
    OPTIONAL,
    REQUIRED
  }

  /** How many values it has. */
  enum Arity {
    /** The first that is found. */
    SINGLE,
    /** All that are found. */
    LIST
  }

  /**
   * Parses a field as it is written at the command line.
   *
   * @param declaration {@code NAME} or {@code NAME:WORD,...}, see {@link FieldDeclaration}
   */
  static Field parse(String declaration, String expression) throws RulesException {
    FieldDeclaration written = FieldDeclaration.parse(declaration);
    checkName(written.name());
    FieldType type = new FieldType.Text();
    Presence presence = Presence.OPTIONAL;
    Arity arity = Arity.SINGLE;
    List<TextStep> steps = new ArrayList<>();
    Optional<String> otherwise = Optional.empty();
    try {
      for (FieldDeclaration.Word word : written.words()) {
        switch (word.name()) {
          case "required" -> presence = Presence.REQUIRED;
          case "list" -> arity = Arity.LIST;
          case "default" -> otherwise = Optional.of(TextStep.text(word));
          default -> {
            Optional<TextStep> step = TextStep.parse(word);
            if (step.isPresent()) {
              steps.add(step.get());
            } else {
              type = FieldType.parse(word.word());
            }
          }
        }
      }
      Content content = new Content.Values(Query.parse(expression), steps, type, otherwise);
      return new Field(written.name(), content, presence, arity);
    } catch (RulesException e) {
      throw e.in(written.name());
    }
  }

  static void checkName(String name) throws RulesException {
    if (!NAME.matcher(name).matches()) {
      throw new RulesException(
          "'" + name + "' is not a field name; use letters, digits, _ - and . such as year");
    }
  }

  /** Its value in {@code item}, if it has one there. */
  Optional<Object> value(QueryTarget item, PageSearch search) {
    Stream<Object> found =
        switch (content) {
          case Content.Values its -> values(its, item, search);
          case Content.Nested its -> records(its, item, search);
        };
    return switch (arity) {
      case SINGLE -> found.findFirst();
      case LIST -> {
        List<Object> all = found.toList();
        yield all.isEmpty() ? Optional.empty() : Optional.of(all);
      }
    };
  }

  private Stream<Object> values(Content.Values its, QueryTarget item, PageSearch search) {
    WorkBudget budget = search.budget();
    Stream<String> found =
        its.query().values(item, its.type().reading(), search.page(), budget).peek(budget::keep);
    Stream<String> texts = TextStep.apply(its.steps(), found, budget);
    if (arity == Arity.SINGLE) {
      texts = texts.limit(1);
    }
    if (its.otherwise().isEmpty()) {
      return texts.flatMap(text -> typed(text, its.type(), search).stream());
    }
    List<Object> values = texts.flatMap(text -> typed(text, its.type(), search).stream()).toList();
    return values.isEmpty()
        ? typed(its.otherwise().get(), its.type(), search).stream()
        : values.stream();
  }

  private Optional<Object> typed(String text, FieldType type, PageSearch search) {
    Optional<Object> value = type.value(text, search.page());
    if (value.isEmpty()) {
      search.add(new Misfit(name, text, type.words()));
    }
    return value;
  }

  private static Stream<Object> records(Content.Nested its, QueryTarget item, PageSearch search) {
    Stream<QueryTarget> parts =
        its.query().map(query -> query.parts(item, search.budget())).orElse(Stream.of(item));
    return parts
        .map(part -> values(its.fields(), part, search))
        .filter(values -> isComplete(its.fields(), values))
        .map(values -> values);
  }

  /** The values of fields in a part of a page, by their names. */
  static Map<String, Object> values(List<Field> fields, QueryTarget part, PageSearch search) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Field field : fields) {
      field.value(part, search).ifPresent(value -> values.put(field.name(), value));
    }
    return values;
  }

  /** Whether there are values, and those of all required fields. */
  static boolean isComplete(List<Field> fields, Map<String, Object> values) {
    return !values.isEmpty() && hasRequired(fields, values);
  }

  /** Whether there are values of all required fields. */
  static boolean hasRequired(List<Field> fields, Map<String, Object> values) {
    return fields.stream()
        .allMatch(field -> !field.isRequired() || values.containsKey(field.name()));
  }

  boolean isRequired() {
    return presence == Presence.REQUIRED;
  }
}

package dev.arachne.items;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A field of a record: the place of its values, and their type. Immutable.
 *
 * @param name letters, digits, {@code _ - .}; a letter or {@code _} first
 */
record Field(String name, Query query, FieldType type, Presence presence, Arity arity) {
  private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.-]*");

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
   * @param declaration {@code NAME} or {@code NAME:WORD,...}
   */
  static Field parse(String declaration, String expression) throws RulesException {
    int colon = declaration.indexOf(':');
    String name = (colon < 0 ? declaration : declaration.substring(0, colon)).strip();
    checkName(name);
    FieldType type = new FieldType.Text();
    Presence presence = Presence.OPTIONAL;
    Arity arity = Arity.SINGLE;
    try {
      for (String word : colon < 0 ? List.<String>of() : words(declaration.substring(colon + 1))) {
        switch (word) {
          case "required" -> presence = Presence.REQUIRED;
          case "list" -> arity = Arity.LIST;
          default -> type = FieldType.parse(word);
        }
      }
      return new Field(name, Query.parse(expression), type, presence, arity);
    } catch (RulesException e) {
      throw e.in(name);
    }
  }

  /** Splits at the commas outside of parentheses. */
  private static List<String> words(String text) {
    return Arrays.stream(text.split(",(?![^(]*\\))", -1)).map(String::strip).toList();
  }

  static void checkName(String name) throws RulesException {
    if (!NAME.matcher(name).matches()) {
      throw new RulesException(
          "'" + name + "' is not a field name; use letters, digits, _ - and . such as year");
    }
  }

  /** Its value in {@code item}, if it has one there. */
  Optional<Object> value(Fragment item, PageDocument page, Effort effort) {
    Stream<String> values =
        (query instanceof PageQuery its
                ? Stream.of(its.of(item, page, effort))
                : query.values(item, type.reading(), effort))
            .peek(effort::keep);
    return switch (arity) {
      case SINGLE -> values.findFirst().flatMap(text -> type.value(text, page));
      case LIST -> {
        List<Object> all = values.flatMap(text -> type.value(text, page).stream()).toList();
        yield all.isEmpty() ? Optional.empty() : Optional.of(all);
      }
    };
  }

  boolean isRequired() {
    return presence == Presence.REQUIRED;
  }
}

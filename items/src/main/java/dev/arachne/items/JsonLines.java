package dev.arachne.items;

import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Records as JSON, an object a line. Every character that could act on a terminal is written as an
 * escape of JSON, without loss.
 */
record JsonLines() implements ItemFormat {
  /**
   * A class of its own, since it takes time to load, and users that only name this format do not
   * need it.
   */
  private static final class Json {
    static final JsonFactory FACTORY = new JsonFactory();
  }

  @Override
  public ItemForm form() {
    return ItemForm.JSONL;
  }

  @Override
  public List<String> columns() {
    return List.of();
  }

  @Override
  public String head() {
    return "";
  }

  @Override
  public String line(Item item) {
    var text = new StringWriter();
    try (JsonGenerator json = Json.FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      item.values()
          .forEach((field, value) -> {
            json.writeName(field);
            write(json, value);
          });
      json.writeEndObject();
    }
    return escaped(text.append('\n').toString());
  }

  /** A list or a record within a record, as JSON. */
  static String json(Object value) {
    var text = new StringWriter();
    try (JsonGenerator json = Json.FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      write(json, value);
    }
    return escaped(text.toString());
  }

  private static void write(JsonGenerator json, Object value) {
    switch (value) {
      case List<?> list -> {
        json.writeStartArray();
        list.forEach(each -> write(json, each));
        json.writeEndArray();
      }
      case Map<?, ?> object -> {
        json.writeStartObject();
        object.forEach((name, each) -> {
          json.writeName(String.valueOf(name));
          write(json, each);
        });
        json.writeEndObject();
      }
      case Boolean is -> json.writeBoolean(is);
      case Number number -> json.writeNumber(ItemFormat.text(number));
      default -> json.writeString(ItemFormat.text(value));
    }
  }

  /** Such characters are inside of strings only: all others of JSON are ASCII. */
  private static String escaped(String json) {
    if (json.codePoints().allMatch(JsonLines::isHarmless)) {
      return json;
    }
    var escaped = new StringBuilder(json.length() + 16);
    json.codePoints()
        .forEach(c -> {
          if (isHarmless(c)) {
            escaped.appendCodePoint(c);
          } else {
            for (char unit : Character.toChars(c)) {
              escaped.append("\\u%04X".formatted((int) unit));
            }
          }
        });
    return escaped.toString();
  }

  /** Controls are escaped by JSON already, but for DEL and those from 0x80. */
  static boolean isHarmless(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL -> codePoint == '\n';
      case Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}

package dev.arachne.terminal;

import java.io.StringWriter;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One JSON object on one line, in which every character that could act on a terminal is written as
 * an escape of JSON.
 */
public final class JsonLine {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonLine() {}

  /** The object with the properties that {@code properties} writes. */
  public static String of(Consumer<JsonGenerator> properties) {
    var text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      properties.accept(json);
      json.writeEndObject();
    }
    return escaped(text.toString());
  }

  /** Such characters are inside of strings only: all others of JSON are ASCII. */
  private static String escaped(String json) {
    if (json.codePoints().allMatch(TerminalText::isPlain)) {
      return json;
    }
    var escaped = new StringBuilder(json.length() + 16);
    json.codePoints()
        .forEach(c -> {
          if (TerminalText.isPlain(c)) {
            escaped.appendCodePoint(c);
          } else {
            for (char unit : Character.toChars(c)) {
              escaped.append(String.format("\\u%04X", (int) unit));
            }
          }
        });
    return escaped.toString();
  }
}

package dev.arachne.items;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Rules as they were given, to be written down for {@link RulesReader}. Not thread-safe. */
final class WrittenRules {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final List<String> start = new ArrayList<>();
  private final List<String> follows = new ArrayList<>();
  private final List<String> apis = new ArrayList<>();
  private Optional<String> next = Optional.empty();
  private Optional<String> item = Optional.empty();
  private final Map<String, String> fields = new LinkedHashMap<>();
  private Optional<String> detail = Optional.empty();
  private final Map<String, String> detailFields = new LinkedHashMap<>();

  void start(String place) {
    start.add(place);
  }

  void follow(String expression) {
    follows.add(expression);
  }

  void api(String pattern) {
    apis.add(pattern);
  }

  void next(String expression) {
    next = Optional.of(expression);
  }

  void item(String expression) {
    item = Optional.of(expression);
  }

  void field(String declaration, String expression) {
    fields.put(declaration, expression);
  }

  void detail(String expression) {
    detail = Optional.of(expression);
  }

  void detailField(String declaration, String expression) {
    detailFields.put(declaration, expression);
  }

  /** All of it, as one line of JSON. */
  String json() {
    var text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      write(json, "start", start);
      write(json, "follow", follows);
      write(json, "api", apis);
      next.ifPresent(expression -> json.writeStringProperty("next", expression));
      item.ifPresent(expression -> json.writeStringProperty("item", expression));
      write(json, "fields", fields);
      if (detail.isPresent()) {
        json.writeObjectPropertyStart("detail");
        json.writeStringProperty("url", detail.get());
        write(json, "fields", detailFields);
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, String key, Map<String, String> fields) {
    json.writeObjectPropertyStart(key);
    fields.forEach(json::writeStringProperty);
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String key, List<String> values) {
    if (!values.isEmpty()) {
      json.writeArrayPropertyStart(key);
      values.forEach(json::writeString);
      json.writeEndArray();
    }
  }
}

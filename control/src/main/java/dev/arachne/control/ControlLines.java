package dev.arachne.control;

import dev.arachne.ledger.Change;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.ChangeText;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.io.StringWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Requests and answers as lines of JSON.
 *
 * <pre>
 *   {"change": "exclude=/calendar/"}   {"number": 3, "at": "...", "change": "exclude=/calendar/"}
 *   {"ask": "changes"}                 {"changes": [{"number": 3, "at": ..., "change": ...}, ...]}
 *   {"ask": "snapshot"}                what {@link Controlled#snapshot} says
 *                                      or {"error": "..."}
 * </pre>
 */
final class ControlLines {
  private static final JsonFactory JSON = new JsonFactory();

  private ControlLines() {}

  /** Returns the answer of a crawl to a line. */
  static String answer(String line, Controlled crawl) {
    Map<String, String> members = members(line);
    String change = members.get("change");
    if (change != null) {
      return changed(change, crawl);
    }
    return switch (members.getOrDefault("ask", "")) {
      case "changes" ->
          object(json -> {
            json.writeArrayPropertyStart("changes");
            crawl
                .changes()
                .forEach(each -> {
                  json.writeStartObject();
                  write(json, each);
                  json.writeEndObject();
                });
            json.writeEndArray();
          });
      case "snapshot" -> crawl.snapshot();
      default -> error("no request; send {\"change\": \"...\"} or {\"ask\": \"changes\"}");
    };
  }

  private static String changed(String text, Controlled crawl) {
    try {
      return switch (crawl.change(ChangeText.parse(text))) {
        case Change.Made(LedgerEntry.Changed entry) -> object(json -> write(json, entry));
        case Change.Refused(String why) -> error(why);
      };
    } catch (UsageException e) {
      return error(String.valueOf(e.getMessage()));
    }
  }

  private static void write(JsonGenerator json, LedgerEntry.Changed entry) {
    json.writeNumberProperty("number", entry.number());
    json.writeStringProperty("at", entry.at().toString());
    json.writeStringProperty("change", entry.change().text());
  }

  private static String error(String why) {
    return object(json -> json.writeStringProperty("error", why));
  }

  private static String object(Consumer<JsonGenerator> members) {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      members.accept(json);
      json.writeEndObject();
    }
    return text.toString();
  }

  /** Returns the request for a change. */
  static String request(Change change) {
    return object(json -> json.writeStringProperty("change", change.text()));
  }

  /** Returns the request for the data of this name. */
  static String request(String what) {
    return object(json -> json.writeStringProperty("ask", what));
  }

  /** Reads the answer to a change. */
  static Change.Outcome outcome(String answer) throws IOException {
    List<Map<String, String>> objects = objects(answer);
    Map<String, String> first = objects.isEmpty() ? Map.of() : objects.getFirst();
    String error = first.get("error");
    return error == null ? new Change.Made(entry(first)) : new Change.Refused(error);
  }

  /** Reads the answer with the changes in force. */
  static List<LedgerEntry.Changed> changes(String answer) throws IOException {
    List<LedgerEntry.Changed> changes = new ArrayList<>();
    for (Map<String, String> each : objects(answer)) {
      if (each.containsKey("number")) {
        changes.add(entry(each));
      }
    }
    return changes;
  }

  private static LedgerEntry.Changed entry(Map<String, String> members) throws IOException {
    try {
      return new LedgerEntry.Changed(
          Instant.parse(members.getOrDefault("at", "")),
          Integer.parseInt(members.getOrDefault("number", "")),
          ChangeText.parse(members.getOrDefault("change", "")));
    } catch (UsageException | DateTimeException | NumberFormatException e) {
      throw new IOException("the crawl answers what this arachne cannot read: " + members, e);
    }
  }

  private static Map<String, String> members(String line) {
    List<Map<String, String>> objects = objects(line);
    return objects.isEmpty() ? Map.of() : objects.getFirst();
  }

  /** The texts and numbers in each object of a line, in the order in which objects end. */
  private static List<Map<String, String>> objects(String line) {
    List<Map<String, String>> ended = new ArrayList<>();
    var open = new ArrayDeque<Map<String, String>>();
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), line)) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        switch (token) {
          case START_OBJECT -> open.push(new HashMap<>());
          case END_OBJECT -> ended.add(open.pop());
          case VALUE_STRING, VALUE_NUMBER_INT -> {
            if (!open.isEmpty() && json.currentName() != null) {
              open.peek().put(json.currentName(), json.getString());
            }
          }
          default -> {}
        }
      }
      return ended;
    } catch (JacksonException e) {
      return List.of();
    }
  }
}

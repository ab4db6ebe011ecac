package dev.arachne.browser;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The errors of a page's scripts, from the events of the protocol's domain Runtime. Confined to its
 * event loop.
 *
 * <p>The browser keeps the last thousand messages of a page, 10 MB at most, and sends them when the
 * domain is enabled. So it is enabled once the page is at rest: a page that prints without end
 * cannot fill the pipe.
 */
final class ScriptErrors {
  /** Errors of one page. */
  static final int MOST = 20;

  /** Characters of an error, without its place, and of a URL. */
  private static final int MOST_CHARACTERS = 300;

  private final List<String> errors = new ArrayList<>();

  /** Adds the error in an event, if it is one and there is room. */
  void add(DevTools.Event event) {
    if (errors.size() >= MOST) {
      return;
    }
    Map<String, Object> its = event.params();
    switch (event.method()) {
      case "Runtime.exceptionThrown" -> {
        Map<String, Object> details = DevTools.map(its, "exceptionDetails");
        add(thrown(details), details);
      }
      case "Runtime.consoleAPICalled" -> {
        if (DevTools.text(its, "type").equals("error")) {
          add(printed(its), first(DevTools.map(its, "stackTrace"), "callFrames"));
        }
      }
      default -> {}
    }
  }

  /** The errors so far, in order. */
  List<String> all() {
    return List.copyOf(errors);
  }

  private void add(String text, Map<String, Object> place) {
    String url = cut(DevTools.text(place, "url"));
    String line = text.lines().findFirst().orElse("");
    errors.add(cut(line) + (url.isEmpty() ? "" : " (" + url + position(place) + ")"));
  }

  /** The line and column, which the protocol counts from 0. */
  private static String position(Map<String, Object> place) {
    return place.get("lineNumber") instanceof Number line
            && place.get("columnNumber") instanceof Number column
        ? ":" + (line.longValue() + 1) + ":" + (column.longValue() + 1)
        : "";
  }

  private static String thrown(Map<String, Object> details) {
    Map<String, Object> exception = DevTools.map(details, "exception");
    String text = value(exception);
    return text.isEmpty() ? DevTools.text(details, "text") : text;
  }

  private static String printed(Map<String, Object> event) {
    return event.get("args") instanceof List<?> values
        ? values.stream()
            .map(value -> value instanceof Map<?, ?> map ? value(map) : "")
            .collect(Collectors.joining(" "))
        : "";
  }

  /** A value of a script, as text: an object has a description, other values are themselves. */
  private static String value(Map<?, ?> object) {
    String description = DevTools.text(object, "description");
    Object value = object.get("value");
    return !description.isEmpty() ? description : value == null ? "" : String.valueOf(value);
  }

  private static Map<String, Object> first(Map<String, Object> of, String name) {
    return of.get(name) instanceof List<?> list && !list.isEmpty()
        ? DevTools.map(Map.of(name, list.getFirst()), name)
        : Map.of();
  }

  private static String cut(String text) {
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "...";
  }
}

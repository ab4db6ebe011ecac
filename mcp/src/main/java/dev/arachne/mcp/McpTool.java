package dev.arachne.mcp;

import dev.arachne.json.JsonTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An action that a language model can call. Immutable.
 *
 * @param name in calls
 * @param title for people
 * @param description for the model
 * @param parameters in order
 * @param effect on this machine and on sites
 * @param action runs it
 */
record McpTool(
    String name,
    String title,
    String description,
    List<Parameter> parameters,
    Effect effect,
    Action action) {

  McpTool {
    parameters = List.copyOf(parameters);
  }

  /** The effect of a tool. */
  enum Effect {
    /** It reads data on this machine. */
    READS,
    /** It sends requests to sites, and writes here. */
    FETCHES
  }

  /** The type of a value. */
  enum Type {
    STRING,
    INTEGER,
    BOOLEAN;

    private String text() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /**
   * An argument of a tool.
   *
   * @param least the minimum of an integer
   * @param most the maximum of an integer; 0 for other types
   */
  record Parameter(String name, Type type, String description, Need need, long least, long most) {
    static Parameter text(String name, String description, Need need) {
      return new Parameter(name, Type.STRING, description, need, 0, 0);
    }

    static Parameter number(String name, String description, long least, long most) {
      return new Parameter(name, Type.INTEGER, description, Need.OPTIONAL, least, most);
    }

    static Parameter flag(String name, String description) {
      return new Parameter(name, Type.BOOLEAN, description, Need.OPTIONAL, 0, 0);
    }

    private Map<String, Object> schema() {
      Map<String, Object> schema = new LinkedHashMap<>();
      schema.put("type", type.text());
      schema.put("description", description);
      if (most > 0) {
        schema.put("minimum", least);
        schema.put("maximum", most);
      }
      return schema;
    }
  }

  /** Whether an argument is required. */
  enum Need {
    REQUIRED,
    OPTIONAL
  }

  /** Runs a tool, on a thread that may block. */
  @FunctionalInterface
  interface Action {
    /** Runs it; a failure that a model can read is a {@link ToolException}. */
    ToolResult call(Arguments arguments, Cancellation cancellation) throws Exception;
  }

  /** A failure of a tool, with a remedy. */
  static final class ToolException extends Exception {
    private static final long serialVersionUID = 1L;

    ToolException(String message) {
      super(message);
    }
  }

  /**
   * The result of a call.
   *
   * @param text for the model
   * @param structured the same as JSON values; empty for text only
   */
  record ToolResult(String text, Map<String, Object> structured) {
    static ToolResult of(String text) {
      return new ToolResult(text, Map.of());
    }

    static ToolResult of(Map<String, Object> values) {
      return new ToolResult(
          new String(JsonTree.write(values), java.nio.charset.StandardCharsets.UTF_8), values);
    }
  }

  /** Arguments that were validated against the parameters of their tool. */
  record Arguments(Map<String, Object> values) {
    String text(String name) {
      return values.getOrDefault(name, "").toString();
    }

    int number(String name, int otherwise) {
      return values.get(name) instanceof Number number ? number.intValue() : otherwise;
    }

    boolean isOn(String name) {
      return Boolean.TRUE.equals(values.get(name));
    }
  }

  /** The tool in the form of {@code tools/list}. */
  Map<String, Object> listed() {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<Object> required = new ArrayList<>();
    for (Parameter parameter : parameters) {
      properties.put(parameter.name, parameter.schema());
      if (parameter.need == Need.REQUIRED) {
        required.add(parameter.name);
      }
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", required);
    schema.put("additionalProperties", false);
    Map<String, Object> tool = new LinkedHashMap<>();
    tool.put("name", name);
    tool.put("title", title);
    tool.put("description", description);
    tool.put("inputSchema", schema);
    tool.put(
        "annotations",
        Map.of("readOnlyHint", effect == Effect.READS, "openWorldHint", effect == Effect.FETCHES));
    return tool;
  }

  /**
   * Validates the arguments of a call.
   *
   * @throws ToolException if they are invalid; the message names the expected ones
   */
  Arguments checked(Map<?, ?> given) throws ToolException {
    Map<String, Object> values = new LinkedHashMap<>();
    for (Map.Entry<?, ?> each : given.entrySet()) {
      String key = String.valueOf(each.getKey());
      Parameter parameter =
          parameters.stream()
              .filter(its -> its.name.equals(key))
              .findFirst()
              .orElseThrow(() -> new ToolException(name + " has no argument " + key));
      if (each.getValue() != JsonTree.Null.NULL) {
        values.put(key, checked(parameter, each.getValue()));
      }
    }
    for (Parameter parameter : parameters) {
      if (parameter.need == Need.REQUIRED && !values.containsKey(parameter.name)) {
        throw new ToolException(name + " needs the argument " + parameter.name);
      }
    }
    return new Arguments(values);
  }

  private static Object checked(Parameter parameter, Object value) throws ToolException {
    return switch (parameter.type) {
      case STRING -> {
        if (value instanceof String text) {
          yield text;
        }
        throw new ToolException(parameter.name + " must be a string");
      }
      case BOOLEAN -> {
        if (value instanceof Boolean is) {
          yield is;
        }
        throw new ToolException(parameter.name + " must be true or false");
      }
      case INTEGER -> {
        if (value instanceof Number number
            && number.doubleValue() == Math.rint(number.doubleValue())
            && number.doubleValue() >= parameter.least
            && number.doubleValue() <= parameter.most) {
          yield number.longValue();
        }
        throw new ToolException(
            "%s must be an integer, %s to %s"
                .formatted(parameter.name, parameter.least, parameter.most));
      }
    };
  }
}

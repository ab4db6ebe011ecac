package dev.arachne.json;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A value of a JSON text and its place in it. Immutable.
 *
 * @param value as in {@link JsonTree}
 * @param parent the object or array that has it; null for the root
 * @param step its name or index there
 */
public record JsonNode(Object value, @Nullable JsonNode parent, Object step) {

  static JsonNode root(Object value) {
    return new JsonNode(value, null, "");
  }

  /** Its place as a normalized path (RFC 9535 2.7), such as {@code $['films'][0]['title']}. */
  public String path() {
    var path = new StringBuilder();
    write(path);
    return path.toString();
  }

  private void write(StringBuilder path) {
    if (parent == null) {
      path.append('$');
      return;
    }
    parent.write(path);
    path.append('[');
    if (step instanceof String name) {
      path.append('\'').append(escaped(name)).append('\'');
    } else {
      path.append(step);
    }
    path.append(']');
  }

  private static String escaped(String name) {
    var escaped = new StringBuilder(name.length());
    for (char c : name.toCharArray()) {
      switch (c) {
        case '\b' -> escaped.append("\\b");
        case '\f' -> escaped.append("\\f");
        case '\n' -> escaped.append("\\n");
        case '\r' -> escaped.append("\\r");
        case '\t' -> escaped.append("\\t");
        case '\'', '\\' -> escaped.append('\\').append(c);
        default -> {
          if (c < ' ') {
            escaped.append("\\u%04x".formatted((int) c));
          } else {
            escaped.append(c);
          }
        }
      }
    }
    return escaped.toString();
  }

  /** The member of this name, or null. */
  @Nullable JsonNode member(String name) {
    Object member = value instanceof Map<?, ?> object ? object.get(name) : null;
    return member == null ? null : new JsonNode(member, this, name);
  }

  /** The element at this index, from the end if it is negative; or null. */
  @Nullable JsonNode element(long index) {
    if (!(value instanceof List<?> array)) {
      return null;
    }
    long at = index < 0 ? array.size() + index : index;
    return at < 0 || at >= array.size() ? null : elementAt(array, (int) at);
  }

  private JsonNode elementAt(List<?> array, int at) {
    return new JsonNode(array.get(at), this, at);
  }

  /**
   * Calls {@code then} for each child, in order, until it returns false.
   *
   * @return whether all were visited
   */
  boolean eachChild(Predicate<JsonNode> then) {
    if (value instanceof Map<?, ?> object) {
      for (Map.Entry<?, ?> member : object.entrySet()) {
        if (!then.test(new JsonNode(member.getValue(), this, member.getKey()))) {
          return false;
        }
      }
    } else if (value instanceof List<?> array) {
      for (int i = 0; i < array.size(); i++) {
        if (!then.test(elementAt(array, i))) {
          return false;
        }
      }
    }
    return true;
  }
}

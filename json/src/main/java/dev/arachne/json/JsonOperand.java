package dev.arachne.json;

import dev.arachne.json.JsonPath.Search;
import dev.arachne.json.JsonPath.Segment;
import dev.arachne.json.JsonPath.Start;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An operand of a comparison, or an argument of a function (RFC 9535 2.4.1). Immutable. */
sealed interface JsonOperand {
  /** Its value; null if it has none. */
  @Nullable Object value(JsonNode current, Search search);

  /** A value that is written in the expression. */
  record Literal(Object its) implements JsonOperand {
    @Override
    public Object value(JsonNode current, Search search) {
      return its;
    }
  }

  /** A query; its value is that of the first node, so it finds one at most, or is counted. */
  record Query(Start start, List<Segment> segments) implements JsonOperand {
    public Query {
      segments = List.copyOf(segments);
    }

    boolean isSingular() {
      return segments.stream().allMatch(Segment::isSingular);
    }

    boolean each(JsonNode current, Search search, Predicate<JsonNode> then) {
      JsonNode from = start == Start.ROOT ? search.root() : current;
      return JsonPath.each(segments, 0, from, search, then);
    }

    @Override
    public @Nullable Object value(JsonNode current, Search search) {
      var first = new Object[1];
      each(
          current,
          search,
          node -> {
            first[0] = node.value();
            return false;
          });
      return first[0];
    }
  }

  /** The characters of a text, or the children of an array or object. */
  record Length(JsonOperand of) implements JsonOperand {
    @Override
    public @Nullable Object value(JsonNode current, Search search) {
      return switch (of.value(current, search)) {
        case String text -> {
          search.look(text.length() / 16);
          yield text.codePointCount(0, text.length());
        }
        case List<?> array -> array.size();
        case Map<?, ?> object -> object.size();
        case null, default -> null;
      };
    }
  }

  /** How many nodes a query finds. */
  record Count(Query query) implements JsonOperand {
    @Override
    public Object value(JsonNode current, Search search) {
      var count = new long[1];
      query.each(
          current,
          search,
          _ -> {
            count[0]++;
            return true;
          });
      return count[0];
    }
  }

  /** The value of the node that a query finds; none if it finds several. */
  record Single(Query query) implements JsonOperand {
    @Override
    public @Nullable Object value(JsonNode current, Search search) {
      var found = new Object[2];
      var count = new int[1];
      query.each(
          current,
          search,
          node -> {
            found[count[0]++] = node.value();
            return count[0] < 2;
          });
      return count[0] == 1 ? found[0] : null;
    }
  }
}

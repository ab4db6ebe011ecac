package dev.arachne.json;

import dev.arachne.json.JsonPath.Search;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Selects children of a value (RFC 9535 2.3). Immutable. */
sealed interface JsonSelector {
  /**
   * Calls {@code then} for each child of {@code node} that is selected, until it returns false.
   *
   * @return whether all were visited
   */
  boolean each(JsonNode node, Search search, Predicate<JsonNode> then);

  /** Whether it selects at most one child. */
  default boolean isSingular() {
    return false;
  }

  private static boolean one(@Nullable JsonNode found, Predicate<JsonNode> then) {
    return found == null || then.test(found);
  }

  /** The member of a name. */
  record Name(String name) implements JsonSelector {
    @Override
    public boolean each(JsonNode node, Search search, Predicate<JsonNode> then) {
      return one(node.member(name), then);
    }

    @Override
    public boolean isSingular() {
      return true;
    }
  }

  /** The element at an index, from the end if it is negative. */
  record Index(long index) implements JsonSelector {
    @Override
    public boolean each(JsonNode node, Search search, Predicate<JsonNode> then) {
      return one(node.element(index), then);
    }

    @Override
    public boolean isSingular() {
      return true;
    }
  }

  /** All children. */
  record Wildcard() implements JsonSelector {
    @Override
    public boolean each(JsonNode node, Search search, Predicate<JsonNode> then) {
      return node.eachChild(then);
    }
  }

  /** The elements from a start to an end by a step; a step of 0 selects none. */
  record Slice(OptionalLong start, OptionalLong end, long step) implements JsonSelector {
    @Override
    public boolean each(JsonNode node, Search search, Predicate<JsonNode> then) {
      if (!(node.value() instanceof List<?> array) || step == 0) {
        return true;
      }
      long size = array.size();
      long first = normal(start.orElse(step > 0 ? 0 : size - 1), size);
      long last = end.isPresent() ? normal(end.getAsLong(), size) : step > 0 ? size : -1;
      if (step > 0) {
        long upper = Math.clamp(last, 0, size);
        for (long i = Math.clamp(first, 0, size); i < upper; i += step) {
          if (!one(node.element(i), then)) {
            return false;
          }
        }
      } else {
        long lower = Math.clamp(last, -1, size - 1);
        for (long i = Math.clamp(first, -1, size - 1); i > lower; i += step) {
          if (!one(node.element(i), then)) {
            return false;
          }
        }
      }
      return true;
    }

    private static long normal(long index, long size) {
      return index >= 0 ? index : size + index;
    }
  }

  /** The children for which a test is true. */
  record Filter(JsonTest test) implements JsonSelector {
    @Override
    public boolean each(JsonNode node, Search search, Predicate<JsonNode> then) {
      return node.eachChild(child -> {
        search.look(1);
        return !test.isTrue(child, search) || then.test(child);
      });
    }
  }
}

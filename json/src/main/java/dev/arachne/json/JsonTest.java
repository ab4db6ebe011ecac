package dev.arachne.json;

import dev.arachne.json.JsonPath.Search;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The condition of a filter (RFC 9535 2.3.5). Immutable. */
sealed interface JsonTest {
  boolean isTrue(JsonNode current, Search search);

  /** One of several conditions. */
  record Or(List<JsonTest> tests) implements JsonTest {
    @Override
    public boolean isTrue(JsonNode current, Search search) {
      return tests.stream().anyMatch(test -> test.isTrue(current, search));
    }
  }

  /** Each of several conditions. */
  record And(List<JsonTest> tests) implements JsonTest {
    @Override
    public boolean isTrue(JsonNode current, Search search) {
      return tests.stream().allMatch(test -> test.isTrue(current, search));
    }
  }

  /** The opposite of a condition. */
  record Not(JsonTest test) implements JsonTest {
    @Override
    public boolean isTrue(JsonNode current, Search search) {
      return !test.isTrue(current, search);
    }
  }

  /** Whether a query finds anything. */
  record Exists(JsonOperand.Query query) implements JsonTest {
    @Override
    public boolean isTrue(JsonNode current, Search search) {
      return !query.each(current, search, _ -> false);
    }
  }

  /** Whether a text matches a regular expression (RFC 9485), as a whole or in a part. */
  record Matches(JsonOperand text, JsonOperand pattern, Extent extent) implements JsonTest {
    /** How much of the text the expression has to match. */
    enum Extent {
      WHOLE,
      PART
    }

    @Override
    public boolean isTrue(JsonNode current, Search search) {
      return text.value(current, search) instanceof String in
          && pattern.value(current, search) instanceof String regex
          && JsonRegex.matches(in, regex, extent, search);
    }
  }

  /** The comparison of two values; either may be missing. */
  record Comparison(JsonOperand left, Operator operator, JsonOperand right) implements JsonTest {
    /** The operators. */
    enum Operator {
      EQUAL("=="),
      UNEQUAL("!="),
      AT_MOST("<="),
      AT_LEAST(">="),
      LESS("<"),
      MORE(">");

      final String sign;

      Operator(String sign) {
        this.sign = sign;
      }
    }

    @Override
    public boolean isTrue(JsonNode current, Search search) {
      Object a = left.value(current, search);
      Object b = right.value(current, search);
      return switch (operator) {
        case EQUAL -> areEqual(a, b, search);
        case UNEQUAL -> !areEqual(a, b, search);
        case LESS -> isLess(a, b, search);
        case MORE -> isLess(b, a, search);
        case AT_MOST -> isLess(a, b, search) || areEqual(a, b, search);
        case AT_LEAST -> isLess(b, a, search) || areEqual(a, b, search);
      };
    }

    private static boolean areEqual(@Nullable Object a, @Nullable Object b, Search search) {
      search.look(1);
      if (a == null || b == null) {
        return a == b;
      }
      if (a instanceof Number x && b instanceof Number y) {
        return decimal(x).compareTo(decimal(y)) == 0;
      }
      if (a instanceof List<?> x && b instanceof List<?> y) {
        boolean equal = x.size() == y.size();
        for (int i = 0; equal && i < x.size(); i++) {
          equal = areEqual(x.get(i), y.get(i), search);
        }
        return equal;
      }
      if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
        boolean equal = x.size() == y.size();
        for (Map.Entry<?, ?> member : equal ? x.entrySet() : List.<Map.Entry<?, ?>>of()) {
          equal = equal && areEqual(member.getValue(), y.get(member.getKey()), search);
        }
        return equal;
      }
      if (a instanceof String x && b instanceof String y) {
        search.look(Math.min(x.length(), y.length()) / 64);
      }
      return a.equals(b);
    }

    private static boolean isLess(@Nullable Object a, @Nullable Object b, Search search) {
      if (a instanceof Number x && b instanceof Number y) {
        return decimal(x).compareTo(decimal(y)) < 0;
      }
      if (a instanceof String x && b instanceof String y) {
        search.look(Math.min(x.length(), y.length()) / 8);
        return isBefore(x, y);
      }
      return false;
    }

    /** By Unicode scalar values, unlike {@link String#compareTo}, which compares UTF-16. */
    private static boolean isBefore(String x, String y) {
      int common = 0;
      int least = Math.min(x.length(), y.length());
      while (common < least && x.charAt(common) == y.charAt(common)) {
        common++;
      }
      if (common == least) {
        return x.length() < y.length();
      }
      char a = x.charAt(common);
      char b = y.charAt(common);
      return Character.isSurrogate(a) == Character.isSurrogate(b)
          ? a < b
          : Character.isSurrogate(b);
    }

    private static BigDecimal decimal(Number number) {
      return number instanceof BigDecimal its ? its : new BigDecimal(number.toString());
    }
  }
}

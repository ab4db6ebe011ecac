package dev.arachne.items;

import dev.arachne.url.CrawlUrl;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One record: values by the name of their field, in the order in which they were given. A field
 * without a value is absent. Immutable.
 *
 * <p>A value is a {@link String}, a {@link Boolean}, a number ({@link Integer}, {@link Long},
 * {@link BigDecimal}; a {@link Double} or {@link Float} becomes a {@code BigDecimal}), a date
 * ({@link LocalDate}, {@link LocalDateTime}, {@link OffsetDateTime}, {@link YearMonth}, {@link
 * Year}), a {@link CrawlUrl}, a {@link List} of these, or a {@link Map} of names to them. Texts
 * come from the web: escape them before they are shown.
 */
public record Item(Map<String, Object> values) {

  /**
   * Keeps a copy of the values.
   *
   * @throws IllegalArgumentException if one is of another type
   */
  public Item {
    var copy = new LinkedHashMap<String, Object>();
    values.forEach((field, value) -> copy.put(field, kept(value)));
    copy.forEach(Item::check);
    values = Collections.unmodifiableMap(copy);
  }

  /** A record of one field; more fields are added by {@link #and}. */
  public static Item of(String field, Object value) {
    return new Item(Map.of(field, value));
  }

  /** This record with one field more, or with another value in a field that it has. */
  public Item and(String field, Object value) {
    var more = new LinkedHashMap<>(values);
    more.put(field, value);
    return new Item(more);
  }

  /** The value of {@code field}, if there is one. */
  public Optional<Object> value(String field) {
    return Optional.ofNullable(values.get(field));
  }

  private static Object kept(Object value) {
    return switch (value) {
      case List<?> list -> list.stream().map(Item::kept).toList();
      case Map<?, ?> object -> {
        var copy = new LinkedHashMap<String, Object>();
        object.forEach((name, each) -> copy.put(String.valueOf(name), kept(each)));
        yield Collections.unmodifiableMap(copy);
      }
      // The text of a double is the shortest that names it, so it is the decimal that was meant.
      case Double number when Double.isFinite(number) -> new BigDecimal(number.toString());
      case Float number when Float.isFinite(number) -> new BigDecimal(number.toString());
      default -> value;
    };
  }

  private static void check(String field, Object value) {
    if (!isValue(value)) {
      throw new IllegalArgumentException(
          "field "
              + field
              + ": "
              + value
              + " is neither text, a number, a date, a URL, a list nor a record");
    }
  }

  private static boolean isValue(Object value) {
    return switch (value) {
      case String _, Boolean _, Integer _, Long _, BigDecimal _, CrawlUrl _ -> true;
      case LocalDate _, LocalDateTime _, OffsetDateTime _, YearMonth _, Year _ -> true;
      case List<?> list -> list.stream().allMatch(Item::isValue);
      case Map<?, ?> object -> object.values().stream().allMatch(Item::isValue);
      default -> false;
    };
  }
}

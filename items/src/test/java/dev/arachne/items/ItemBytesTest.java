package dev.arachne.items;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.url.CrawlUrl;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ItemBytesTest {
  @Test
  void everyValueComesBackAsItWas() {
    Item item =
        Item.of("text", "a \u202e\n\uD83D\uDD78")
            .and("int", -1)
            .and("long", 1L << 40)
            .and("number", new BigDecimal("1.50"))
            .and("yes", true)
            .and("tiny", new BigDecimal("1E-400"))
            .and("day", LocalDate.of(1994, 10, 14))
            .and("moment", LocalDateTime.of(1994, 10, 14, 20, 0))
            .and("there", OffsetDateTime.parse("1994-10-14T20:00:00.5+02:00"))
            .and("month", YearMonth.of(1994, 10))
            .and("year", Year.of(994))
            .and("url", CrawlUrl.of("http://a/?q=%20#"))
            .and("list", List.of("a", 1, CrawlUrl.of("http://b/")))
            .and("none", List.of());
    List<Item> items = List.of(item, Item.of("long", "x".repeat(100_000)));
    List<Item> again = ItemBytes.read(ItemBytes.of(items));
    assertEquals(items, again);
    assertEquals(
        Item.of("double", new BigDecimal("0.1")).and("floats", List.of(new BigDecimal("1.5"))),
        Item.of("double", 0.1).and("floats", List.of(1.5f)));
    assertThrows(IllegalArgumentException.class, () -> Item.of("none", Double.NaN));
    assertEquals(
        new ArrayList<>(item.values().keySet()),
        new ArrayList<>(again.getFirst().values().keySet()));
  }
}

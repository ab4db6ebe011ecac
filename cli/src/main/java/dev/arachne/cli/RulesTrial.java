package dev.arachne.cli;

import dev.arachne.items.Follow;
import dev.arachne.items.Item;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.items.PageDocument;
import dev.arachne.items.ScrapeResult;
import dev.arachne.terminal.TerminalText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The result of rules on one page, in words and records, for authors of rules. */
record RulesTrial(ItemRules rules, ScrapeResult scraped) {
  /** Texts of a wrong type that are shown. */
  private static final int MOST_SHOWN = 10;

  static RulesTrial of(ItemRules rules, PageDocument page) {
    return new RulesTrial(rules, rules.scrape(page));
  }

  boolean hasRecords() {
    return !items().isEmpty();
  }

  /** Its records by themselves; without any, the fields that it adds to records of other pages. */
  private List<Item> items() {
    List<Item> items = scraped.alone().items();
    return items.isEmpty()
        ? scraped.details().stream().filter(item -> !item.values().isEmpty()).toList()
        : items;
  }

  /** The records as lines of JSON, then their number and missing fields. */
  String text() {
    var text = new StringBuilder();
    for (Item item : items()) {
      text.append(ItemFormat.jsonLines().line(item));
    }
    ScrapeResult alone = scraped.alone();
    text.append(count(items().size(), "record"));
    if (!alone.incomplete().isEmpty()) {
      text.append(", %d dropped: required field missing".formatted(alone.incomplete().size()));
    }
    int details =
        (int) scraped.follows().stream().filter(it -> it.way() == Follow.Way.DETAIL).count();
    if (details > 0) {
      text.append(", ").append(count(details, "detail page"));
    }
    int links = scraped.follows().size() - details;
    text.append(", ").append(count(links, "link")).append(" to follow\n");
    List<String> fields = new ArrayList<>(rules.fields());
    fields.removeAll(rules.detailFields());
    for (String field : fields) {
      long having = alone.items().stream().filter(has(field)).count();
      having += alone.incomplete().stream().filter(has(field)).count();
      int all = alone.items().size() + alone.incomplete().size();
      if (having < all) {
        text.append("field %s: found in %d of %d\n".formatted(field, having, all));
      }
    }
    scraped.misfits().stream()
        .limit(MOST_SHOWN)
        .forEach(misfit -> text.append(TerminalText.escaped(misfit.message())).append('\n'));
    return text.toString();
  }

  private static Predicate<Item> has(String field) {
    return item -> item.values().containsKey(field);
  }

  /** A number with its noun. */
  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}

package dev.arachne.cli;

import dev.arachne.items.Item;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.items.PageDocument;
import dev.arachne.items.ScrapeResult;
import dev.arachne.terminal.TerminalText;
import java.util.function.Predicate;

/** The result of rules on one page, in words and records, for authors of rules. */
record RulesTrial(ItemRules rules, ScrapeResult scraped) {
  /** Texts of a wrong type that are shown. */
  private static final int MOST_SHOWN = 10;

  static RulesTrial of(ItemRules rules, PageDocument page) {
    return new RulesTrial(rules, rules.scrape(page));
  }

  boolean hasRecords() {
    return !scraped.items().isEmpty();
  }

  /** The records as lines of JSON, then their number and missing fields. */
  String text() {
    var text = new StringBuilder();
    for (Item item : scraped.items()) {
      text.append(ItemFormat.jsonLines().line(item));
    }
    text.append(count(scraped.items().size(), "record"));
    if (!scraped.incomplete().isEmpty()) {
      text.append(", %d dropped: required field missing".formatted(scraped.incomplete().size()));
    }
    text.append(", ").append(count(scraped.follows().size(), "link")).append(" to follow\n");
    for (String field : rules.fields()) {
      long having = scraped.items().stream().filter(has(field)).count();
      having += scraped.incomplete().stream().filter(has(field)).count();
      int all = scraped.items().size() + scraped.incomplete().size();
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

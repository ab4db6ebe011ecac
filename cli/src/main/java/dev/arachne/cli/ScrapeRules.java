package dev.arachne.cli;

import dev.arachne.items.ItemRules;
import dev.arachne.items.RulesException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What to scrape, as a person types it: the name of a file with the rules, or the rules. */
final class ScrapeRules {
  @Option(
      names = {"-r", "--rules"},
      paramLabel = "FILE",
      description = "The rules in a file, in YAML or JSON: docs/scraping.md.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--item",
      paramLabel = "EXPR",
      description = "What on a page is a record. Default: the page.")
  private Optional<String> item = Optional.empty();

  @Option(
      names = "--field",
      paramLabel = "NAME[:WORD,...]=EXPR",
      description =
          "A field of a record. A WORD is its type (string, number, number(,), date, date(PATTERN),"
              + " url), or required, or list.")
  private List<String> fields = new ArrayList<>();

  @Option(
      names = "--next",
      paramLabel = "EXPR",
      description = "The link to the next page of a list. --depth does not count it.")
  private Optional<String> next = Optional.empty();

  @Option(
      names = "--follow",
      paramLabel = "EXPR",
      description = "Links to follow; pattern:REGEX for those in whose URL REGEX is found.")
  private List<String> follow = new ArrayList<>();

  /** A step that puts something into the rules. */
  private interface Step {
    void take() throws RulesException;
  }

  /**
   * The rules.
   *
   * @throws TypeConversionException if they are a mistake, with the line that says so
   */
  ItemRules rules() {
    if (file.isPresent()) {
      return read(file.get());
    }
    if (fields.isEmpty()) {
      throw new TypeConversionException(
          "nothing to scrape; type --rules FILE, or --field NAME=EXPR");
    }
    ItemRules.Builder rules = ItemRules.builder();
    item.ifPresent(expression -> put("--item", () -> rules.item(expression)));
    next.ifPresent(expression -> put("--next", () -> rules.next(expression)));
    follow.forEach(expression -> put("--follow", () -> rules.follow(expression)));
    fields.forEach(field -> put("--field", () -> put(field, rules)));
    try {
      return rules.build();
    } catch (RulesException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  private static void put(String field, ItemRules.Builder rules) throws RulesException {
    int equals = field.indexOf('=');
    if (equals < 0) {
      throw new TypeConversionException(
          "--field: '" + field + "' says nowhere where it is; type NAME=EXPR such as title=h1");
    }
    rules.field(field.substring(0, equals), field.substring(equals + 1));
  }

  private static void put(String option, Step step) {
    try {
      step.take();
    } catch (RulesException e) {
      throw new TypeConversionException(option + ": " + e.getMessage());
    }
  }

  private ItemRules read(Path path) {
    if (item.isPresent() || next.isPresent() || !fields.isEmpty() || !follow.isEmpty()) {
      throw new TypeConversionException(
          "--rules stands alone; put the item, its fields and the links to follow into " + path);
    }
    try {
      return ItemRules.parse(path.toString(), Files.readString(path));
    } catch (RulesException e) {
      throw new TypeConversionException(e.getMessage());
    } catch (NoSuchFileException e) {
      throw new TypeConversionException("--rules: there is no file " + path);
    } catch (IOException e) {
      throw new TypeConversionException("--rules: cannot read " + path + ": " + e.getMessage());
    }
  }
}

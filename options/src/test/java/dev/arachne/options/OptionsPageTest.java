package dev.arachne.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.GeneratedPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The page {@code docs/options.md}, which is made from the table of options. */
class OptionsPageTest {
  private static final GeneratedPage PAGE =
      new GeneratedPage("options.md", "options", OptionsPageTest.class);

  @Test
  void thePageIsThatOfTheTable() throws Exception {
    PAGE.check(page());
  }

  @Test
  void everyOptionIsOnThePage() throws Exception {
    String found = Files.readString(Path.of("../docs/options.md"));
    for (CrawlOption<?> option : OptionTable.ALL) {
      for (OptionSwitch<?> its : option.switches()) {
        assertTrue(found.contains(typed(its)), its.name());
      }
      assertEquals(isKept(option), found.contains("| `" + option.name() + "`"), option.name());
    }
  }

  private static boolean isKept(CrawlOption<?> option) {
    return option.weight() == CrawlOption.Weight.IDENTIFIES
        || option.weight() == CrawlOption.Weight.CHANGEABLE;
  }

  private static String page() {
    var page =
        new StringBuilder(
            """
            # Options

            All options of `arachne crawl`, `scrape` and `resume`. This page is made from the table of options
            (`OptionTable`), as `--help` is; after a change there, type

            ```
            COMMAND
            ```

            | a value | is |
            | --- | --- |
            | TIME | seconds (`1.5`), or a number with a unit (`500ms`, `2s`, `1m`, `3h`); a year at most |
            | SIZE | a number of bytes with a unit (`500k`, `512m`, `2g`); k, m and g are powers of 1024 |
            | REGEX | a regular expression in Java's syntax; it need not match the whole URL |
            | KIND of links | pages, styles, icons, images, media, scripts, manifests, metadata, forms, pdf, script-urls, api |
            | EXPR | a CSS selector, `css:SELECTOR`, `xpath:XPATH` or `regex:REGEX`: [scraping.md](scraping.md) |

            """
                .replace("COMMAND", PAGE.command()));
    for (CrawlOption.Section section : CrawlOption.Section.values()) {
      page.append("## ").append(section.title().isEmpty() ? "Where to start" : section.title());
      page.append("\n\n| option | of | what it says | default |\n| --- | --- | --- | --- |\n");
      for (CrawlOption<?> option : OptionTable.ALL) {
        if (option.section() == section) {
          rows(option, page);
        }
      }
      page.append("\n");
    }
    page.append(
        """
        ## What is kept

        The directory of a crawl has its options in the file `options`, as JSON. An option that identifies the crawl cannot be
        another when the same command is typed again: the crawl is refused then. `arachne resume` may give it another value, for what is
        decided from then on. All others may be different at each start. The values of `--header` and `--user` are not kept, nor are names and
        passwords of roots: that they were given is, and a start without them is refused.

        | name in the file | options | identifies the crawl | in the ledger, for `arachne audit` |
        | --- | --- | --- | --- |
        """);
    for (CrawlOption<?> option : OptionTable.ALL) {
      if (isKept(option)) {
        List<String> names =
            option.switches().stream().map(its -> "`" + its.name() + "`").distinct().toList();
        page.append("| `").append(option.name()).append("` | ").append(String.join(", ", names));
        page.append(option.weight() == CrawlOption.Weight.IDENTIFIES ? " | yes" : " | no");
        page.append(option.isInLedger() ? " | yes |\n" : " | |\n");
      }
    }
    return page.toString();
  }

  private static <T> void rows(CrawlOption<T> option, StringBuilder page) {
    for (OptionSwitch<T> its : option.switches()) {
      boolean isFirst = its == option.switches().getFirst();
      page.append("| ").append(typed(its)).append(" | ").append(verbs(its)).append(" | ");
      page.append(its.help().replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;"));
      page.append(" | ").append(isFirst ? option.usually() : "").append(" |\n");
    }
  }

  /** Its spellings with the label of its value. */
  private static String typed(OptionSwitch<?> its) {
    List<String> typed = new ArrayList<>();
    if (its.names().isEmpty()) {
      return "`" + its.label() + "...`";
    }
    for (String spelling : its.spellings()) {
      boolean isPossible = its.form() == OptionSwitch.Form.POSSIBLE_VALUE;
      String label = its.label().replace("|", "\\|"); // a bar would end the cell
      String value = isPossible ? "[=" + label + "]" : " " + label;
      typed.add("`" + (spelling + value).strip() + "`");
    }
    return String.join(", ", typed);
  }

  private static String verbs(OptionSwitch<?> its) {
    return its.verbs().size() == OptionSwitch.Verb.values().length
        ? "all"
        : String.join(
            ", ", its.verbs().stream().map(verb -> verb.name().toLowerCase(Locale.ROOT)).toList());
  }
}

package dev.arachne.items;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Records as a table, the names of the columns first; a list is an array of JSON in its cell. With
 * commas it is the table of RFC 4180, with line feeds alone.
 *
 * <p>A cell that begins as a formula would be computed by the spreadsheet that opens the file, and
 * a page can say {@code =HYPERLINK(...)}. So a text that begins with {@code = + - @} gets an
 * apostrophe before it. Control characters, which RFC 4180 has no way to write, become U+FFFD. JSON
 * has texts exactly as the page has them.
 */
record Csv(List<String> columns, char mark) implements ItemFormat {
  private static final String FORMULA_STARTS = "=+-@\uFF1D\uFF0B\uFF0D\uFF20";
  private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

  /** The characters at which some program may split a line, or which it may remove. */
  private static final Pattern NEEDS_QUOTES = Pattern.compile("[\",;\t]|^ | $");

  Csv {
    columns = List.copyOf(columns);
  }

  @Override
  public ItemForm form() {
    return mark == ',' ? ItemForm.CSV : ItemForm.TSV;
  }

  @Override
  public String head() {
    return columns.stream()
        .map(Csv::quoted)
        .collect(Collectors.joining(String.valueOf(mark), "", "\n"));
  }

  @Override
  public String line(Item item) {
    return columns.stream()
        .map(column -> item.value(column).map(Csv::cell).orElse(""))
        .collect(Collectors.joining(String.valueOf(mark), "", "\n"));
  }

  private static String cell(Object value) {
    return switch (value) {
      case String text -> quoted(harmless(CONTROL.matcher(text).replaceAll("\uFFFD")));
      case List<?> list -> quoted(JsonLines.json(list));
      case Map<?, ?> object -> quoted(JsonLines.json(object));
      default -> quoted(ItemFormat.text(value));
    };
  }

  private static String harmless(String text) {
    String start = text.stripLeading();
    return !start.isEmpty() && FORMULA_STARTS.indexOf(start.charAt(0)) >= 0 ? "'" + text : text;
  }

  private static String quoted(String text) {
    return NEEDS_QUOTES.matcher(text).find() ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
  }
}

package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.directory.DecidedUrls;
import dev.arachne.items.Item;
import dev.arachne.items.ItemFormat;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.UsageException;
import dev.arachne.pages.ServedFolders;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;

/** {@code arachne list DIR}: the URLs of a crawl, or those of a selection, or their number. */
final class ListCommand extends Verb {
  private static final List<ListedColumn> OF_TEXT =
      List.of(
          ListedColumn.VERDICT,
          ListedColumn.STATUS,
          ListedColumn.TYPE,
          ListedColumn.BYTES,
          ListedColumn.URL);

  private static final Pattern STATUS = Pattern.compile("[1-9]([0-9][0-9]|xx)");

  private final Streams streams;

  private final Argument<Path> directory = directory();
  private final Argument<List<ListedVerdict>> verdicts =
      options
          .lists("--verdict", "WORD", Values.oneOf(ListedVerdict.class))
          .help("Only URLs with these verdicts: fetched, redirected, skipped, failed.");
  private final Argument<List<String>> statuses =
      options
          .lists("--status", "CODE", ListCommand::status)
          .help("Only URLs with these status codes, such as 404,5xx.");
  private final Argument<List<String>> types =
      options
          .lists("--type", "TYPE", text -> text.strip().toLowerCase(Locale.ROOT))
          .help("Only URLs of these media types, such as text/html,image/*.");
  private final Argument<Pattern> regex =
      options
          .option("--url", "REGEX", ListCommand::pattern)
          .help("Only URLs that match REGEX anywhere.");
  private final Argument<List<ListedColumn>> columns =
      options
          .lists("--columns", "NAME", Values.oneOf(ListedColumn.class))
          .help(
              "The columns to print, in this order. Default: verdict, status, type, bytes, url;"
                  + " with --csv or --json all.");
  private final Argument<ListedColumn> countBy =
      options
          .option("--count-by", "NAME", Values.oneOf(ListedColumn.class))
          .help("Count the URLs by the values of a column, largest first.");
  private final Argument<Boolean> csv = options.flag("--csv").help("Print CSV with a header line.");
  private final Argument<Boolean> json =
      options.flag("--json").help("Print one JSON object per URL.");

  ListCommand(Streams streams) {
    super(
        "list",
        "[OPTION]... DIR",
        "Lists the URLs of a crawl: verdict, status, type, size, referrer.");
    this.streams = streams;
    footer(
        """
        Columns are separated by tabs; - is an empty value. NAME is one of:
        %s.
        Pending URLs are not listed: arachne status counts them.

        Examples:
          arachne list example.com.crawl --status 404 --columns url,via
          arachne list example.com.crawl --verdict failed --csv > failed.csv
          arachne list example.com.crawl --count-by type
        """
            .formatted(
                Arrays.stream(ListedColumn.values())
                    .map(ListedColumn::word)
                    .collect(Collectors.joining(", "))));
  }

  @Override
  protected int run() throws UsageException, IOException {
    if (csv.isOn() && json.isOn()) {
      throw mistake("--csv and --json are two forms; use one of them");
    }
    if (countBy.value().isPresent()) {
      count(countBy.value().get());
    } else {
      list();
    }
    return ExitCode.DONE;
  }

  private void list() throws UsageException, IOException {
    ServedFolders folders = ServedFolders.of(directory.typed());
    boolean isText = !csv.isOn() && !json.isOn();
    List<ListedColumn> told =
        columns.or(isText ? OF_TEXT : List.of(ListedColumn.values())).stream().distinct().toList();
    ItemFormat format = format(told.stream().map(ListedColumn::word).toList());
    PrintWriter out = isText ? out() : streams.utf8();
    if (!isText) {
      out.print(format.head());
    }
    DecidedUrls.read(
        directory.typed(),
        verdict -> {
          if (isWanted(verdict, folders)) {
            out.print(
                isText ? line(told, verdict, folders) : format.line(item(told, verdict, folders)));
          }
        });
    out.flush();
  }

  private void count(ListedColumn column) throws UsageException, IOException {
    ServedFolders folders = ServedFolders.of(directory.typed());
    Map<String, Long> counts = new HashMap<>();
    DecidedUrls.read(
        directory.typed(),
        verdict -> {
          if (isWanted(verdict, folders)) {
            String value = column.of(verdict, folders).map(ItemFormat::text).orElse("-");
            counts.merge(value, 1L, Long::sum);
          }
        });
    boolean isText = !csv.isOn() && !json.isOn();
    ItemFormat format = format(List.of(column.word(), "count"));
    PrintWriter out = isText ? out() : streams.utf8();
    if (!isText) {
      out.print(format.head());
    }
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(each ->
            out.print(
                isText
                    ? each.getValue() + "\t" + TerminalText.escaped(each.getKey()) + "\n"
                    : format.line(
                        Item.of(column.word(), each.getKey()).and("count", each.getValue()))));
    out.flush();
  }

  private ItemFormat format(List<String> names) {
    return csv.isOn() ? ItemFormat.csv(names) : ItemFormat.jsonLines();
  }

  private boolean isWanted(Verdict verdict, ServedFolders folders) {
    Optional<Object> status = ListedColumn.STATUS.of(verdict, folders);
    Optional<Object> type = ListedColumn.TYPE.of(verdict, folders);
    return (verdicts.value().isEmpty()
            || verdicts.value().get().contains(ListedVerdict.of(verdict.disposition())))
        && (statuses.value().isEmpty()
            || status.isPresent()
                && statuses.value().get().stream().anyMatch(its -> isOf(status.get(), its)))
        && (types.value().isEmpty()
            || type.isPresent()
                && types.value().get().stream().anyMatch(its -> isOfType(type.get(), its)))
        && (regex.value().isEmpty()
            || regex
                .value()
                .get()
                .matcher(folders.shown(verdict.discovery().url().toString()))
                .find());
  }

  private static boolean isOf(Object status, String wanted) {
    String its = status.toString();
    return its.equals(wanted) || wanted.endsWith("xx") && its.charAt(0) == wanted.charAt(0);
  }

  private static boolean isOfType(Object type, String wanted) {
    return wanted.endsWith("/*")
        ? type.toString().startsWith(wanted.substring(0, wanted.length() - 1))
        : type.equals(wanted);
  }

  private static String line(List<ListedColumn> told, Verdict verdict, ServedFolders folders) {
    return told.stream()
        .map(column -> column.of(verdict, folders).map(ItemFormat::text).orElse("-"))
        .map(TerminalText::escaped)
        .collect(Collectors.joining("\t", "", "\n"));
  }

  private static Item item(List<ListedColumn> told, Verdict verdict, ServedFolders folders) {
    Map<String, Object> values = new LinkedHashMap<>();
    told.forEach(
        column -> column.of(verdict, folders).ifPresent(value -> values.put(column.word(), value)));
    return new Item(values);
  }

  private static Pattern pattern(String typed) {
    try {
      return Pattern.compile(typed);
    } catch (PatternSyntaxException e) {
      throw new TypeConversionException(
          "'" + typed + "' is not a regular expression: " + e.getDescription());
    }
  }

  private static String status(String typed) {
    String status = typed.strip().toLowerCase(Locale.ROOT);
    if (!STATUS.matcher(status).matches()) {
      throw new TypeConversionException(
          "'" + typed + "' is not a status; use one as in 404 or 5xx");
    }
    return status;
  }
}

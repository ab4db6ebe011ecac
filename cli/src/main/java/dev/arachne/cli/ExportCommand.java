package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.content.Chunks;
import dev.arachne.export.Duplicates;
import dev.arachne.export.ExportFormat;
import dev.arachne.export.ExportReport;
import dev.arachne.export.FileExport;
import dev.arachne.export.LineExport;
import dev.arachne.export.LlmsTxt;
import dev.arachne.export.PageLines;
import dev.arachne.export.UrlExport;
import dev.arachne.options.OptionType;
import dev.arachne.options.OutputOptions;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code arachne export DIR}: the pages of a kept crawl for other programs. */
final class ExportCommand extends Verb {
  private static final int MOST_TOKENS = 1_000_000;

  private final Streams streams;

  private final Argument<Path> directory = directory();
  private final Argument<List<Path>> output =
      options
          .options("-o --output", "FILE", Values::outputFile)
          .help(
              "Write a line per URL, as crawl -o does: a table to FILE.csv or FILE.tsv, lines of"
                  + " JSON to any other. May be repeated; - is standard output.");
  private final Argument<Path> markdown =
      options
          .option("--markdown", "OUT", Path::of)
          .help("Write a Markdown file per page to the directory OUT, with YAML front matter.");
  private final Argument<Path> text =
      options
          .option("--text", "OUT", Path::of)
          .help("Write a plain-text file per page to the directory OUT.");
  private final Argument<Path> jsonl =
      options
          .option("--jsonl", "FILE", Values::outputFile)
          .help("Write one line of JSON per page to FILE; - is standard output.");
  private final Argument<Integer> chunks =
      options
          .option("--chunks", "N", typed -> (int) Values.number(typed, Chunks.LEAST, MOST_TOKENS))
          .help(
              "With --jsonl: split pages along headings into chunks of at most N tokens, one per"
                  + " line.");
  private final Argument<Path> llmsTxt =
      options
          .option("--llms-txt", "FILE", Values.of(OptionType.target()))
          .help(
              "Write the site's title and its links by path to FILE, in the format of llmstxt.org.");
  private final Argument<Boolean> duplicates =
      options
          .flag("--keep-duplicates")
          .help("Include pages that name another page of the export as their canonical URL.");

  ExportCommand(Streams streams) {
    super(
        "export",
        "[OPTION]... DIR",
        "Exports the URLs or the pages of a crawl, also while it runs.");
    this.streams = streams;
    footer(
        """
        -o needs no more than a crawl. For pages, DIR is a crawl with --markdown, --index, --warc or
        --save, one with --from, or an import.
        The same command again updates the export: changed pages are written, removed ones deleted.

        Exit code: 0 done; 1 a file cannot be written; 2 a mistake at the command line.

        Examples:
          arachne export example.com.crawl -o urls.csv
          arachne export example.com.crawl --markdown pages
          arachne export example.com.crawl --jsonl chunks.jsonl --chunks 400
          arachne export example.com.crawl --jsonl - | head
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    Path crawl = directory.typed();
    if (!output.isGiven()
        && !markdown.isGiven()
        && !text.isGiven()
        && !jsonl.isGiven()
        && !llmsTxt.isGiven()) {
      throw mistake(
          "nothing to write; use -o FILE, --markdown OUT, --text OUT, --jsonl FILE or --llms-txt FILE");
    }
    if (chunks.isGiven() && !jsonl.isGiven()) {
      throw mistake("--chunks is about lines of JSON; use --jsonl FILE too");
    }
    for (Path file : output.or(List.of())) {
      if (file.equals(OutputOptions.STANDARD_OUTPUT)) {
        UrlExport.write(crawl, streams.out());
      } else {
        tell(file, String.format(Locale.ROOT, "%,d URLs", UrlExport.write(crawl, file)));
      }
    }
    Duplicates which = duplicates.isOn() ? Duplicates.KEPT : Duplicates.LEFT_OUT;
    if (markdown.isGiven()) {
      Path out = markdown.typed();
      tell(out, FileExport.write(crawl, out, ExportFormat.MARKDOWN, which));
    }
    if (text.isGiven()) {
      tell(text.typed(), FileExport.write(crawl, text.typed(), ExportFormat.TEXT, which));
    }
    if (jsonl.isGiven()) {
      PageLines lines = chunks.isGiven() ? new PageLines(chunks.typed()) : PageLines.WHOLE;
      if (jsonl.typed().equals(OutputOptions.STANDARD_OUTPUT)) {
        LineExport.write(crawl, streams.out(), lines, which);
      } else {
        tell(jsonl.typed(), LineExport.write(crawl, jsonl.typed(), lines, which));
      }
    }
    if (llmsTxt.isGiven()) {
      tell(llmsTxt.typed(), LlmsTxt.write(crawl, llmsTxt.typed(), which));
    }
    return ExitCode.DONE;
  }

  /** Standard output may have lines of JSON. */
  private void tell(Path where, ExportReport report) {
    tell(where, report.text());
  }

  private void tell(Path where, String what) {
    boolean hasLines =
        jsonl.value().equals(Optional.of(OutputOptions.STANDARD_OUTPUT))
            || output.or(List.of()).contains(OutputOptions.STANDARD_OUTPUT);
    PrintWriter to = hasLines ? err() : out();
    to.println(TerminalText.escaped(where + ": " + what));
    to.flush();
  }
}

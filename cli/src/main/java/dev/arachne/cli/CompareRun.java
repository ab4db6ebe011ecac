package dev.arachne.cli;

import dev.arachne.arguments.ExitCode;
import dev.arachne.compare.CompareOptions;
import dev.arachne.compare.CompareReport;
import dev.arachne.compare.Comparison;
import dev.arachne.compare.HtmlReport;
import dev.arachne.compare.TextReport;
import dev.arachne.options.FileFailure;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import dev.arachne.terminal.TerminalWidth;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** One comparison at a terminal: announces the measurement, then prints and writes the report. */
final class CompareRun {
  private final CompareOptions options;
  private final boolean json;
  private final Path file;
  private final Streams streams;
  private final PrintWriter out;
  private final PrintWriter err;

  /** A run that prints {@code json} or a table, and writes its charts to {@code file}. */
  CompareRun(
      CompareOptions options,
      boolean json,
      Path file,
      Streams streams,
      PrintWriter out,
      PrintWriter err) {
    this.options = options;
    this.json = json;
    this.file = file;
    this.streams = streams;
    this.out = out;
    this.err = err;
  }

  /** Compares, and returns an exit code. */
  int run() {
    try {
      return show(Comparison.run(options, this::tell));
    } catch (IOException e) {
      return failed(String.valueOf(e.getMessage()));
    }
  }

  /** Prints and writes the measurements. */
  int show(CompareReport report) {
    if (json) {
      PrintWriter text = streams.utf8();
      text.print(CompareJson.line(report) + "\n");
      text.flush();
    } else {
      TextReport.of(report).lines().forEach(line -> out.println(TerminalText.escaped(line)));
      out.flush();
    }
    try {
      Files.writeString(file, HtmlReport.of(report));
    } catch (IOException e) {
      return failed("cannot write " + file + ": " + FileFailure.reason(e));
    }
    if (!json) {
      out.println("Charts: " + TerminalText.escaped(file.toString()));
      out.flush();
    }
    return report.difference().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private void tell(String progress) {
    if (TerminalWidth.ofProcess().columns() > 0) {
      err.println("measuring " + progress);
    }
  }

  private int failed(String text) {
    err.println("arachne compare: " + TerminalText.escaped(text));
    return ExitCode.FAILED;
  }
}

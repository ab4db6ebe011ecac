package dev.arachne.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.items.Item;
import dev.arachne.items.ItemFormat;
import dev.arachne.options.ItemFile;
import dev.arachne.options.OutputOptions;
import dev.arachne.options.UsageException;
import dev.arachne.output.ItemSink;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Records on standard output, or in a file without a crawl, a page's at once, so that a pipe gets
 * them as they come. A table has no escapes of its own, so before a terminal it gets the
 * terminal's.
 */
final class RecordPrinter implements ItemSink {
  /** The place of the text. */
  private enum Target {
    STANDARD_OUTPUT,
    FILE
  }

  private final OutputStream out;
  private final BooleanSupplier isTerminal;
  private final ItemFormat format;
  private final long begin;
  private final Target target;
  private boolean isFirst = true;

  RecordPrinter(Streams streams, ItemFormat format) {
    this(streams.out(), streams.outIsTerminal(), format, 0, Target.STANDARD_OUTPUT);
  }

  private RecordPrinter(
      OutputStream out, BooleanSupplier isTerminal, ItemFormat format, long begin, Target target) {
    this.out = out;
    this.isTerminal = isTerminal;
    this.format = format;
    this.begin = begin;
    this.target = target;
  }

  /** A printer to a file, or to standard output. */
  static RecordPrinter to(ItemFile file, ItemFormat format, Streams streams)
      throws UsageException, IOException {
    if (file.path().equals(OutputOptions.STANDARD_OUTPUT)) {
      return new RecordPrinter(streams, format);
    }
    long begin = file.begin(format);
    OutputStream out =
        begin == 0
            ? Files.newOutputStream(file.path())
            : Files.newOutputStream(file.path(), StandardOpenOption.APPEND);
    return new RecordPrinter(out, () -> false, format, begin, Target.FILE);
  }

  @Override
  public void open() throws IOException {
    print(begin == 0 ? format.head() : "");
  }

  @Override
  public void write(CrawlUrl page, List<Item> items) throws IOException {
    var lines = new StringBuilder();
    for (Item item : items) {
      lines.append(isFirst ? "" : format.separator()).append(format.line(item));
      isFirst = false;
    }
    print(lines.toString());
  }

  /** Ends the text; a file is closed, standard output is not. */
  @Override
  public void close() throws IOException {
    print(format.tail());
    if (target == Target.FILE) {
      out.close();
    }
  }

  private void print(String lines) throws IOException {
    boolean escape = isTerminal.getAsBoolean();
    out.write((escape ? escaped(lines) : lines).getBytes(UTF_8));
    out.flush();
  }

  private static String escaped(String lines) {
    var escaped = new StringBuilder(lines.length());
    String separator = "";
    for (String line : lines.split("\n", -1)) {
      escaped.append(separator).append(TerminalText.escaped(line));
      separator = "\n";
    }
    return escaped.toString();
  }
}

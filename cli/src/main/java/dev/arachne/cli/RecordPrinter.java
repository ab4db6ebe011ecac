package dev.arachne.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.items.Item;
import dev.arachne.items.ItemFormat;
import dev.arachne.output.ItemSink;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.util.List;

/**
 * Records on standard output, a page's at once, so that a pipe gets them as they come. A table has
 * no escapes of its own, so before a terminal it gets the terminal's.
 */
final class RecordPrinter implements ItemSink {
  private final Streams streams;
  private final ItemFormat format;

  RecordPrinter(Streams streams, ItemFormat format) {
    this.streams = streams;
    this.format = format;
  }

  @Override
  public void open() throws IOException {
    print(format.head());
  }

  @Override
  public void write(CrawlUrl page, List<Item> items) throws IOException {
    var lines = new StringBuilder();
    items.forEach(item -> lines.append(format.line(item)));
    print(lines.toString());
  }

  private void print(String lines) throws IOException {
    boolean escape = streams.outIsTerminal().getAsBoolean();
    streams.out().write((escape ? escaped(lines) : lines).getBytes(UTF_8));
    streams.out().flush();
  }

  private static String escaped(String lines) {
    var escaped = new StringBuilder(lines.length());
    lines.lines().forEach(line -> escaped.append(TerminalText.escaped(line)).append('\n'));
    return escaped.toString();
  }
}

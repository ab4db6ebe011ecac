package dev.arachne.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.frontier.Frontier;
import dev.arachne.items.ItemFormat;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.ItemFile;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The outputs of a crawl, by their names in the frontier's store. Confined to its loop. */
public final class Outputs implements AutoCloseable {
  /** A line for each URL. */
  static final String PAGES = OutputRecord.LINES;

  /** The records of pages, on their way to a file or a sink. */
  static final String ITEMS = "items";

  /** The pages of a crawl whose records have an order; in no file. */
  public static final String ORDER = "order";

  /** The text between the name of an output and the number of one of its files. */
  private static final String NUMBER = ".";

  private final EventLoop loop;
  private final CrawlOptions options;
  private final Frontier frontier;
  private final Map<String, OutputWriter> writers = new TreeMap<>();
  private final List<Consumption> consumptions = new ArrayList<>();
  private final List<Task<?>> tasks = new ArrayList<>();

  /** Outputs without files yet. */
  public Outputs(EventLoop loop, CrawlOptions options, Frontier frontier) {
    this.loop = loop;
    this.options = options;
    this.frontier = frontier;
  }

  /** The name of an output for its first, second, ... file. */
  static String numbered(String output, int file) {
    return file == 0 ? output : output + NUMBER + file;
  }

  /**
   * Opens the outputs; called before {@link #start}.
   *
   * @param items the target of records, if any
   * @param itemsBegin where in each of their files those of this crawl begin
   */
  public void open(
      Optional<ItemTarget> items, List<Long> itemsBegin, List<LedgerConsumer> consumers)
      throws UsageException, IOException {
    for (LedgerConsumer consumer : consumers) {
      consumptions.add(new Consumption(loop, consumer, frontier));
    }
    List<Path> pages = options.outputs().pages();
    for (int i = 0; i < pages.size(); i++) {
      Path path = pages.get(i);
      openFile(path, numbered(PAGES, i), beginning(PageLine.format(path), 0, false));
    }
    if (items.isPresent()) {
      switch (items.get()) {
        case ItemTarget.InFiles target -> {
          for (int i = 0; i < target.files().size(); i++) {
            ItemFile file = target.files().get(i);
            boolean isShared = file.beginning() == ItemFile.Beginning.APPEND;
            openFile(
                file.path(),
                numbered(ITEMS, i),
                beginning(target.format(file), itemsBegin.get(i), isShared));
          }
        }
        case ItemTarget.ToSink(ItemSink sink) ->
            writers.put(ITEMS, SinkWriter.open(loop, sink, frontier));
      }
    }
  }

  /** Begins to write, by tasks of a group. */
  public void start(TaskGroup group) {
    writers.forEach((name, writer) -> tasks.add(group.spawn("output " + name, writer)));
    consumptions.forEach(its -> tasks.add(group.spawn("consumer " + its.name(), its)));
  }

  /** A record of an output that is written. */
  public void add(OutputRecord record) {
    OutputWriter writer = writers.get(record.output());
    if (writer == null) {
      throw new IllegalStateException("a record for output " + record.output());
    }
    writer.add(record);
  }

  /** Waits while they have no room for more. */
  public void awaitRoom() {
    writers.values().forEach(OutputWriter::awaitRoom);
    consumptions.forEach(Consumption::awaitRoom);
  }

  /** The number of ledger entries that are pending for each consumer, by its name. */
  public Map<String, Long> behind() {
    Map<String, Long> behind = new TreeMap<>();
    consumptions.forEach(its -> behind.put(its.name(), its.behind()));
    return behind;
  }

  /** No more records will come; returns when the last is written. */
  public void finish() {
    writers.values().forEach(OutputWriter::finish);
    consumptions.forEach(Consumption::finish);
    tasks.forEach(Task::await);
  }

  /**
   * Abandons records that cannot be written for lack of room, and entries that are pending for
   * consumers.
   */
  public void stop() {
    writers.values().forEach(OutputWriter::stop);
    consumptions.forEach(Consumption::stop);
  }

  /** Whether some output was not written because the disk was full. */
  public boolean gaveUp() {
    return writers.values().stream().anyMatch(OutputWriter::gaveUp);
  }

  /** Why something cannot be written now; empty while all is well. */
  public Optional<String> obstacle() {
    return writers.values().stream().flatMap(writer -> writer.obstacle().stream()).findFirst();
  }

  @Override
  public void close() {
    writers.values().forEach(OutputWriter::close);
  }

  /** Opens a file to be written; one that has all it will ever get is its user's now. */
  private void openFile(Path path, String name, OutputFile.Beginning beginning)
      throws UsageException, IOException {
    if (isWritten()) {
      OutputFile.check(path, name, beginning, frontier);
    } else {
      writers.put(name, OutputFile.open(loop, path, name, beginning, frontier));
    }
  }

  /** Whether the crawl is over, has written all, and has no new options. */
  private boolean isWritten() {
    FrontierCounts counts = frontier.counts();
    return counts.discovered() > 0
        && counts.pending() == 0
        && options.storage().existing() == ExistingCrawlPolicy.RESUME
        && frontier.history().records().stream()
            .map(OutputRecord::output)
            .noneMatch(Outputs::isOutput);
  }

  private static boolean isOutput(String name) {
    String output = name.contains(NUMBER) ? name.substring(0, name.indexOf(NUMBER)) : name;
    return output.equals(PAGES) || output.equals(ITEMS) || output.equals(ORDER);
  }

  /** The content of a file before the first record of this crawl, and behind the last. */
  private static OutputFile.Beginning beginning(ItemFormat format, long at, boolean isShared) {
    return new OutputFile.Beginning(
        at,
        (at == 0 ? format.head() : "").getBytes(UTF_8),
        format.separator().getBytes(UTF_8).length,
        format.tail().getBytes(UTF_8),
        isShared);
  }
}

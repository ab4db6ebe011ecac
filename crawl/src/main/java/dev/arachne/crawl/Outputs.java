package dev.arachne.crawl;

import dev.arachne.frontier.OutputRecord;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The outputs of a crawl, by their numbers in the frontier's store. Confined to its loop. */
final class Outputs implements AutoCloseable {
  /** A line for each URL: the file that {@code FrontierListener.line} fills. */
  static final int PAGES = 0;

  /** The records of pages, on their way to a file or a sink. */
  static final int ITEMS = 1;

  /** The {@link ScrapedPage}s of a crawl whose records have an order; in no file. */
  static final int ORDER = 2;

  /** What pages add to the fill rates, until it is in a checkpoint; in no file. */
  static final int FILLS = 3;

  private final Map<Integer, OutputWriter> writers = new TreeMap<>();
  private final List<Task<?>> tasks = new ArrayList<>();

  /** Has {@code writer} write the records of output {@code number}; before {@link #start}. */
  void put(int number, OutputWriter writer) {
    writers.put(number, writer);
  }

  void start(TaskGroup group) {
    writers.forEach((number, writer) -> tasks.add(group.spawn("output " + number, writer)));
  }

  /** A record of an output that is written. */
  void add(OutputRecord record) {
    OutputWriter writer = writers.get(record.file());
    if (writer == null) {
      throw new IllegalStateException("a record for output " + record.file());
    }
    writer.add(record);
  }

  void awaitRoom() {
    writers.values().forEach(OutputWriter::awaitRoom);
  }

  /** No more records will come; returns when the last is written. */
  void finish() {
    writers.values().forEach(OutputWriter::finish);
    tasks.forEach(Task::await);
  }

  Optional<String> obstacle() {
    return writers.values().stream().flatMap(writer -> writer.obstacle().stream()).findFirst();
  }

  @Override
  public void close() throws IOException {
    for (OutputWriter writer : writers.values()) {
      writer.close();
    }
  }
}

package dev.arachne.archive;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * An external merge sort of lines, in the order of their bytes in UTF-8. Lines are held up to a
 * bound, then sorted and written to a temporary file, a run; at the end the runs are merged, at
 * most {@value #MOST_RUNS} at a time. Equal lines are kept. Confined to one thread.
 */
public final class LineSorter implements Closeable {
  /** The memory that a line takes in addition to its bytes. */
  private static final int LINE_OVERHEAD = 32;

  static final int MOST_RUNS = 64;
  static final int DEFAULT_MEMORY = 32 << 20;

  /** Takes the lines in order. */
  @FunctionalInterface
  public interface Sink {
    /** Takes one line, without its end. */
    void line(byte[] line) throws IOException;
  }

  private final long memory;
  private final List<byte[]> lines = new ArrayList<>();
  private final Deque<Path> runs = new ArrayDeque<>();
  private long held;
  private long bytes;

  /** A sorter without lines that holds 32 MB of them in memory. */
  public LineSorter() {
    this(DEFAULT_MEMORY);
  }

  /**
   * A sorter without lines.
   *
   * @param memory bytes that are held at most, one line more
   */
  LineSorter(long memory) {
    this.memory = memory;
  }

  /** Adds a line. */
  public void add(String line) throws IOException {
    add(line.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds a line of any bytes, in an array that does not change any more. */
  void add(byte[] encoded) throws IOException {
    lines.add(encoded);
    bytes += encoded.length + 1;
    held += encoded.length + LINE_OVERHEAD;
    if (held > memory) {
      spill();
    }
  }

  /** The bytes of all lines, with a line end for each. */
  long bytes() {
    return bytes;
  }

  /** Hands out all lines in order, once. */
  public void drain(Sink sink) throws IOException {
    if (runs.isEmpty()) {
      lines.sort(Arrays::compareUnsigned);
      for (byte[] line : lines) {
        sink.line(line);
      }
      lines.clear();
      return;
    }
    spill();
    while (runs.size() > MOST_RUNS) {
      mergeFirst();
    }
    merge(runs.size(), sink);
  }

  private void spill() throws IOException {
    if (lines.isEmpty()) {
      return;
    }
    lines.sort(Arrays::compareUnsigned);
    try (var out = newRun()) {
      for (byte[] line : lines) {
        write(line, out);
      }
    }
    lines.clear();
    held = 0;
  }

  private void mergeFirst() throws IOException {
    int count = MOST_RUNS;
    try (var out = newRun()) {
      merge(count, line -> write(line, out));
    }
  }

  /** A new run behind the others. */
  private DataOutputStream newRun() throws IOException {
    Path file = Files.createTempFile("arachne-sort", ".run");
    runs.addLast(file);
    OutputStream out = Files.newOutputStream(file);
    return new DataOutputStream(new BufferedOutputStream(out, 64 << 10));
  }

  private static void write(byte[] line, DataOutputStream out) throws IOException {
    out.writeInt(line.length);
    out.write(line);
  }

  /** A run during the merge. */
  private static final class Run implements Closeable {
    private final Path file;
    private final DataInputStream in;
    private byte[] line = {};

    Run(Path file) throws IOException {
      this.file = file;
      in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 64 << 10));
    }

    boolean next() throws IOException {
      try {
        line = new byte[in.readInt()];
      } catch (EOFException e) {
        return false;
      }
      in.readFully(line);
      return true;
    }

    @Override
    public void close() throws IOException {
      in.close();
      Files.delete(file);
    }
  }

  /** Merges the first runs, which are gone afterwards. */
  private void merge(int count, Sink sink) throws IOException {
    var heads = new PriorityQueue<Run>((a, b) -> Arrays.compareUnsigned(a.line, b.line));
    try {
      for (int i = 0; i < count; i++) {
        var run = new Run(runs.getFirst());
        runs.removeFirst();
        if (run.next()) {
          heads.add(run);
        } else {
          run.close();
        }
      }
      for (Run least = heads.poll(); least != null; least = heads.poll()) {
        sink.line(least.line);
        if (least.next()) {
          heads.add(least);
        } else {
          least.close();
        }
      }
    } finally {
      for (Run run : heads) {
        run.close();
      }
    }
  }

  /** Deletes the remaining temporary files. */
  @Override
  public void close() throws IOException {
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
  }
}

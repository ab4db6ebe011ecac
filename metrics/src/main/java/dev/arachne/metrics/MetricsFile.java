package dev.arachne.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Keeps the numbers of a program in a file, for node_exporter's textfile collector: written every
 * ten seconds, and when it is closed, on a thread of its own. A reader finds a whole file or none:
 * each is written beside, under a name that no collector reads, and moved into its place.
 * Thread-safe.
 */
public final class MetricsFile implements AutoCloseable {
  /** From one file to the next; Prometheus asks every 15 seconds or less often, mostly. */
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final Path file;
  private final Path beside;
  private final Supplier<Optional<Metrics>> metrics;
  private final Consumer<IOException> failed;
  private final Thread thread;
  private boolean isFailing;
  private volatile boolean closed;

  private MetricsFile(
      Path file, Supplier<Optional<Metrics>> metrics, Consumer<IOException> failed) {
    this.file = file;
    this.beside = file.resolveSibling("." + file.getFileName() + ".part");
    this.metrics = metrics;
    this.failed = failed;
    this.thread = Thread.ofPlatform().name("metrics file").daemon().unstarted(this::keep);
  }

  /**
   * Writes the file now and then until closed.
   *
   * @param metrics the numbers now; empty while there are none, for which nothing is written
   * @param failed is told when the file cannot be written, once until it can be again
   */
  public static MetricsFile start(
      Path file, Supplier<Optional<Metrics>> metrics, Consumer<IOException> failed) {
    var kept = new MetricsFile(file, metrics, failed);
    kept.thread.start();
    return kept;
  }

  private void keep() {
    boolean isLast = false;
    while (!isLast) {
      isLast = closed;
      boolean isWritten = write();
      if (!isLast && !closed) {
        LockSupport.parkNanos(this, isWritten ? PERIOD.toNanos() : PERIOD.toNanos() / 10);
      }
    }
  }

  /** Whether there was something to write; a failure is one. */
  private boolean write() {
    Optional<Metrics> now = metrics.get();
    if (now.isEmpty()) {
      return false;
    }
    try {
      Files.writeString(beside, now.get().text(MetricsForm.PROMETHEUS));
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
      isFailing = false;
    } catch (IOException e) {
      if (!isFailing) {
        failed.accept(e);
      }
      isFailing = true;
    }
    return true;
  }

  /** Writes the last numbers. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

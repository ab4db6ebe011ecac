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
 * Keeps the metrics of a program in a file for node_exporter's textfile collector. It is written
 * every ten seconds, and when it is closed, on a thread of its own. A reader finds a complete file
 * or no file: each is written next to it, under a name that no collector reads, and then moved.
 * Thread-safe.
 */
public final class MetricsFile implements AutoCloseable {
  /** The interval between writes; Prometheus usually scrapes every 15 seconds or less often. */
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
   * Writes the file periodically until closed.
   *
   * @param metrics the current metrics; nothing is written while they are empty
   * @param failed receives the first of several failures to write the file in a row
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

  /** Writes the file; returns whether there were metrics, even if writing failed. */
  private boolean write() {
    Optional<Metrics> now = metrics.get();
    if (now.isEmpty()) {
      return false;
    }
    try {
      Files.writeString(beside, now.get().text(MetricsFormat.PROMETHEUS));
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

  /** Writes the last metrics. */
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

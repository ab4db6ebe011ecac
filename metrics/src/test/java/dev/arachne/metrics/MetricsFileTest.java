package dev.arachne.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsFileTest {
  private static Optional<Metrics> number(int number) {
    var metrics = new Metrics();
    metrics.counter("a", "A.").add(number);
    return Optional.of(metrics);
  }

  @Test
  void theFileHasTheFirstNumbersSoonAndTheLastOnesWhenItIsClosed(@TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("arachne.prom");
    var calls = new AtomicInteger();
    var second = new CountDownLatch(1);
    var failures = new ConcurrentLinkedQueue<IOException>();
    try (var _ =
        MetricsFile.start(
            file,
            () -> {
              int call = calls.incrementAndGet();
              if (call > 1) {
                // The first was written before the second is asked for, which is at the end.
                assertTrue(Files.exists(file));
                second.countDown();
              }
              return number(call);
            },
            failures::add)) {
      while (!Files.exists(file)) {
        Thread.onSpinWait();
      }
      assertEquals("# HELP a_total A.\n# TYPE a_total counter\na_total 1\n", read(file));
    }
    second.await();
    assertEquals(
        "# HELP a_total A.\n# TYPE a_total counter\na_total " + calls.get() + "\n", read(file));
    assertEquals(List.of(), List.copyOf(failures));
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(file), left.toList());
    }
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file);
  }

  @Test
  void withoutNumbersThereIsNoFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("arachne.prom");
    MetricsFile.start(file, Optional::empty, _ -> {}).close();
    assertTrue(Files.notExists(file));
  }

  @Test
  void aFileThatCannotBeWrittenIsReportedOnce(@TempDir Path folder) {
    Path file = folder.resolve("no").resolve("arachne.prom");
    var failures = new ConcurrentLinkedQueue<IOException>();
    var asked = new CountDownLatch(1);
    try (var _ =
        MetricsFile.start(
            file,
            () -> {
              asked.countDown();
              return number(1);
            },
            failures::add)) {
      asked.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertEquals(1, failures.size());
  }
}

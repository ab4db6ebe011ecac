package dev.arachne.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.road.ChildJvm;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

final class ProcessFiguresTest {
  private final ProcessFigures process = new ProcessFigures();

  @Test
  void thePeakCountsThreadsThatWorkAndNotThoseThatWereLeftFromBefore() throws Exception {
    int before = process.peakThreads();
    try (var old = Executors.newFixedThreadPool(5)) {
      var begun = new CountDownLatch(5);
      var end = new CountDownLatch(1);
      for (int i = 0; i < 5; i++) {
        old.submit(() -> {
          begun.countDown();
          end.await();
          return true;
        });
      }
      begun.await();
      assertTrue(process.peakThreads() >= before + 5);
      process.forgetPeak();
      var worker = Thread.ofPlatform().start(() -> {});
      worker.join();
      assertTrue(process.peakThreads() <= before + 2, before + ", " + process.peakThreads());
      end.countDown();
    }
  }

  @Test
  void theLiveHeapIsThatOfObjectsThatAreAlive() {
    long before = process.liveHeap();
    byte[] alive = new byte[8 << 20];
    long during = process.liveHeap();
    assertEquals(8 << 20, alive.length);
    assertTrue(during - before > 7 << 20, (during - before) + " bytes");
  }

  @Test
  void timeAndMemoryOfChildProcessesCount() throws Exception {
    if (!System.getProperty("os.name").equals("Linux")) {
      return;
    }
    long cpu = process.cpuNanos();
    long children = process.childrenNanos();
    Process child = ChildJvm.small(LoopbackSite.class).start("1", "PT0S");
    assertTrue(child.getInputStream().read() >= 0); // it has started, and done something
    assertTrue(process.resident() > 10_000_000);
    assertTrue(process.childrenNanos() - children >= 10_000_000, "the living child is not counted");
    child.getOutputStream().close();
    child.waitFor();
    assertTrue(process.cpuNanos() - cpu >= 10_000_000, "a JVM starts in less than a tick");
  }
}

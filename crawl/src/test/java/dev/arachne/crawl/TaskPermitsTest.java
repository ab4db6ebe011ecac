package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.runtime.EventLoop;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TaskPermitsTest {
  private static final long LATER = Duration.ofSeconds(1).toNanos();

  /** A processor that computes is not helped by more pages; one that waits holds nobody up. */
  @Test
  void aProcessorGivesItsPlaceUpWhileItWaitsAndNotWhileItComputes() throws Exception {
    var isComputing = new AtomicBoolean(true);
    var begun = new CountDownLatch(1);
    var end = new CountDownLatch(1);
    int[] workers = {0};
    EventLoop.run(
        "places",
        () -> {
          var places = new TaskPermits(EventLoop.current(), 1, 1);
          places.staffWith(() -> workers[0]++);
          assertEquals(1, workers[0]);
          TaskPermits.Place place = places.place();
          place.enter();
          Thread processor =
              Thread.ofPlatform().start(() -> process(place, begun, isComputing, end));
          while (begun.getCount() > 0) {
            Thread.onSpinWait(); // A loop must not block.
          }
          places.relieve(LATER);
          assertEquals(1, workers[0], "it computes");
          isComputing.set(false);
          while (processor.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
          }
          places.relieve(LATER);
          assertEquals(2, workers[0], "it waits");
          end.countDown();
          return true;
        });
  }

  private static void process(
      TaskPermits.Place place,
      CountDownLatch begun,
      AtomicBoolean isComputing,
      CountDownLatch end) {
    place.processing(1);
    begun.countDown();
    while (isComputing.get()) {
      Thread.onSpinWait();
    }
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    place.processed();
  }
}

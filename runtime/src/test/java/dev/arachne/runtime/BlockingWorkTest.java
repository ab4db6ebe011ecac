package dev.arachne.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** In this order: once all threads there may be have been started, no more could be. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class BlockingWorkTest {
  private static final int THREADS = 32;

  @Test
  @Order(1)
  void workGoesToAThreadThatIsIdle() {
    EventLoop.run(
        "test",
        () -> {
          awaitIdle(worker());
          Set<Thread> known =
              Thread.getAllStackTraces().keySet().stream()
                  .filter(thread -> thread.getName().startsWith("blocking-"))
                  .collect(Collectors.toSet());
          for (int round = 0; round < 50; round++) {
            Thread worker = worker();
            assertTrue(known.contains(worker), worker + " was started beside " + known);
            awaitIdle(worker);
          }
          return null;
        });
  }

  @Test
  @Order(2)
  void workBeyondTheThreadsQueuesUpAndIsDone() {
    var full = new CountDownLatch(THREADS);
    var atWork = new AtomicInteger();
    var most = new AtomicInteger();
    var done = new AtomicInteger();
    EventLoop.run(
        "test",
        () ->
            TaskGroup.run(group -> {
              for (int i = 0; i < THREADS + 8; i++) {
                group.spawn(
                    "one",
                    () ->
                        EventLoop.current()
                            .offload(
                                "work",
                                () -> {
                                  most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
                                  full.countDown();
                                  full.await();
                                  atWork.decrementAndGet();
                                  return done.incrementAndGet();
                                },
                                Deadline.NEVER));
              }
              return null;
            }));
    assertEquals(THREADS, most.get());
    assertEquals(THREADS + 8, done.get());
  }

  private static Thread worker() {
    return EventLoop.current().offload("work", Thread::currentThread, Deadline.NEVER);
  }

  private static void awaitIdle(Thread worker) {
    while (worker.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }
}

package dev.arachne.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class BulkheadTest {
  private static final Duration SOON = Duration.ofMillis(10);
  private static final Bulkhead NESTED = Bulkhead.of("nested", 2);

  @Test
  void workGoesToAThreadThatIsIdle() {
    var bulkhead = Bulkhead.of("idle", 32);
    EventLoop.run(
        "test",
        () -> {
          Thread first = worker(bulkhead);
          for (int round = 0; round < 50; round++) {
            awaitIdle(first);
            assertEquals(first, worker(bulkhead));
          }
          return null;
        });
  }

  @Test
  void ofManyThreadsFewStayIdle() {
    var bulkhead = Bulkhead.of("burst", 100);
    var together = new CountDownLatch(100);
    var threads = new CopyOnWriteArrayList<Thread>();
    inParallel(
        100,
        loop ->
            loop.offload(
                bulkhead,
                "work",
                () -> {
                  threads.add(Thread.currentThread());
                  together.countDown();
                  together.await();
                  return true;
                },
                Deadline.NEVER));
    while (threads.stream().filter(Thread::isAlive).count() > 16) {
      Thread.onSpinWait();
    }
    EventLoop.run(
        "test",
        () -> {
          assertTrue(worker(bulkhead).getName().startsWith("burst-"));
          return null;
        });
  }

  private static Thread worker(Bulkhead bulkhead) {
    return EventLoop.current().offload(bulkhead, "work", Thread::currentThread, Deadline.NEVER);
  }

  private static void awaitIdle(Thread worker) {
    while (worker.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  @Test
  void workGoesToAnExecutorThatIsGiven() {
    try (var threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("its").factory())) {
      var bulkhead = Bulkhead.of("given", threads);
      var together = new CountDownLatch(100);
      inParallel(
          100,
          loop -> {
            String thread =
                loop.offload(
                    bulkhead,
                    "work",
                    () -> {
                      together.countDown();
                      together.await();
                      return Thread.currentThread().getName();
                    },
                    Deadline.NEVER);
            assertEquals("its", thread);
            return null;
          });
    }
  }

  @Test
  void workThatItsExecutorRejectsFails() {
    var closed = Executors.newSingleThreadExecutor();
    closed.close();
    var bulkhead = Bulkhead.of("closed", closed);
    EventLoop.run(
        "test",
        () -> {
          var failure = assertThrows(TaskFailedException.class, () -> worker(bulkhead));
          assertEquals(RejectedExecutionException.class, failure.failure().getClass());
          return null;
        });
  }

  @Test
  void anExecutorThatBreaksFailsItsWorkAndNoOther() {
    var calls = new AtomicInteger();
    var bulkhead =
        Bulkhead.of(
            "broken",
            work -> {
              if (calls.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              work.run();
            });
    EventLoop.run(
        "test",
        () -> {
          var failure = assertThrows(TaskFailedException.class, () -> worker(bulkhead));
          assertEquals(OutOfMemoryError.class, failure.failure().getClass());
          Deadline soon = EventLoop.current().deadline(Duration.ofSeconds(10));
          assertEquals(7, EventLoop.current().offload(bulkhead, "work", () -> 7, soon));
          return null;
        });
  }

  @Test
  void workBeyondItsWidthQueuesUpAndIsDone() {
    var bulkhead = Bulkhead.of("narrow", 4);
    var full = new CountDownLatch(4);
    var atWork = new AtomicInteger();
    var most = new AtomicInteger();
    var done = new AtomicInteger();
    inParallel(
        12,
        loop ->
            loop.offload(
                bulkhead,
                "work",
                () -> {
                  most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
                  full.countDown();
                  full.await();
                  atWork.decrementAndGet();
                  return done.incrementAndGet();
                },
                Deadline.NEVER));
    assertEquals(4, most.get());
    assertEquals(12, done.get());
  }

  @Test
  void noneOfManyPiecesOfWorkIsForgottenByAFewThreads() {
    var bulkhead = Bulkhead.of("busy", 2);
    Set<String> threads = ConcurrentHashMap.newKeySet();
    var done = new AtomicInteger();
    inParallel(
        100,
        loop -> {
          for (int i = 0; i < 100; i++) {
            threads.add(worker(bulkhead).getName());
            done.incrementAndGet();
          }
          return null;
        });
    assertEquals(10_000, done.get());
    assertEquals(Set.of("busy-0", "busy-1"), threads);
  }

  @Test
  void workThatIsFullOfWaitsHoldsUpNoOtherKind() {
    var slow = Bulkhead.of("slow", 2);
    var other = Bulkhead.of("other", 1);
    var release = new CountDownLatch(1);
    EventLoop.run(
        "test",
        () ->
            TaskGroup.run(group -> {
              for (int i = 0; i < 5; i++) {
                group.spawn("slow", () -> block(slow, release));
              }
              EventLoop.yieldNow();
              assertEquals("other-0", worker(other).getName());
              release.countDown();
              return null;
            }));
  }

  @Test
  void workWhoseDeadlinePassesOrWhoseCallerIsCancelledBeforeItBeginsIsNeverDone() {
    var bulkhead = Bulkhead.of("full", 1);
    var release = new CountDownLatch(1);
    var done = new AtomicBoolean();
    EventLoop.run(
        "test",
        () ->
            TaskGroup.run(group -> {
              EventLoop loop = EventLoop.current();
              group.spawn("first", () -> block(bulkhead, release));
              EventLoop.yieldNow();
              List<Task<?>> late = new ArrayList<>();
              for (int i = 0; i < 500; i++) {
                late.add(
                    loop.spawn(
                        "late",
                        () ->
                            loop.offload(
                                bulkhead,
                                "late",
                                () -> done.getAndSet(true),
                                loop.deadline(SOON))));
                late.add(
                    loop.spawn(
                        "cancelled",
                        () ->
                            loop.offload(
                                bulkhead, "late", () -> done.getAndSet(true), Deadline.NEVER)));
              }
              EventLoop.yieldNow();
              for (int i = 0; i < late.size(); i += 2) {
                Task<?> task = late.get(i);
                late.get(i + 1).cancel();
                assertThrows(TaskFailedException.class, task::await);
                assertThrows(CancelledException.class, late.get(i + 1)::await);
              }
              assertTrue(bulkhead.queued() < 100, "left behind: " + bulkhead.queued());
              release.countDown();
              worker(bulkhead);
              assertFalse(done.get());
              return null;
            }));
  }

  private static boolean block(Bulkhead bulkhead, CountDownLatch release) {
    return EventLoop.current()
        .offload(
            bulkhead,
            "blocked",
            () -> {
              release.await();
              return true;
            },
            Deadline.NEVER);
  }

  @Test
  void workThatWaitsForWorkOfTheSameKindDoesNotWaitForEver() {
    List<Integer> depths =
        inParallel(8, loop -> loop.offload(NESTED, "outer", () -> nest(loop, 3), Deadline.NEVER));
    assertEquals(List.of(3, 3, 3, 3, 3, 3, 3, 3), depths);
  }

  /** Plain code on a thread that may block, which has something done by a loop that offloads. */
  private static int nest(EventLoop loop, int depth) {
    return depth == 0
        ? 0
        : 1
            + loop.spawn(
                    "inner",
                    () ->
                        loop.offload(NESTED, "inner", () -> nest(loop, depth - 1), Deadline.NEVER))
                .await();
  }

  @Test
  void workThatHasToBeDoneIsDoneThoughItsCallerIsCancelled() {
    var bulkhead = Bulkhead.of("whole", 1);
    var release = new CountDownLatch(1);
    var closed = new AtomicBoolean();
    var begun = new AtomicBoolean();
    EventLoop.run(
        "test",
        () -> {
          Task<?> closing =
              EventLoop.current()
                  .spawn(
                      "closing",
                      () -> {
                        EventLoop loop = EventLoop.current();
                        try {
                          begun.set(true);
                          loop.offloadWhole(
                              bulkhead,
                              "close",
                              () -> {
                                release.await();
                                closed.set(true);
                                return true;
                              });
                          assertTrue(closed.get());
                          EventLoop.sleep(Duration.ofHours(1));
                          return null;
                        } finally {
                          assertTrue(closed.get(), "the caller went on before");
                        }
                      });
          while (!begun.get()) {
            EventLoop.yieldNow();
          }
          closing.cancel();
          EventLoop.yieldNow();
          closing.cancel();
          EventLoop.yieldNow();
          release.countDown();
          assertThrows(CancelledException.class, closing::await);
          return null;
        });
  }

  /** What many coroutines do at the same time. */
  private interface Work<T> {
    T on(EventLoop loop) throws Exception;
  }

  private static <T> List<T> inParallel(int count, Work<T> work) {
    return EventLoop.run(
        "test",
        () ->
            TaskGroup.run(group -> {
              EventLoop loop = EventLoop.current();
              List<Task<T>> tasks = new ArrayList<>();
              for (int i = 0; i < count; i++) {
                tasks.add(group.spawn("work " + i, () -> work.on(loop)));
              }
              List<T> results = new ArrayList<>();
              for (Task<T> task : tasks) {
                results.add(task.await());
              }
              return results;
            }));
  }
}

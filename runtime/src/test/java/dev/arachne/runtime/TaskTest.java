package dev.arachne.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TaskTest {
  private static final Duration SOON = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofMinutes(5);

  @Test
  void runReturnsWhatTheBodyReturns() {
    assertEquals(42, EventLoop.run("main", () -> 42));
  }

  @Test
  void aTaskResolvesToItsResult() {
    assertEquals(
        3,
        EventLoop.run(
            "main",
            () -> {
              Task<Integer> one = EventLoop.current().spawn("one", () -> 1);
              Task<Integer> two =
                  EventLoop.current()
                      .spawn(
                          "two",
                          () -> {
                            EventLoop.sleep(SOON);
                            return 2;
                          });
              return one.await() + two.await();
            }));
  }

  @Test
  void failuresOnOneLoopDoNotStopAnother() throws Exception {
    var broken = new ConcurrentLinkedQueue<Throwable>();
    List<Thread> loops = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      loops.add(
          Thread.ofPlatform()
              .uncaughtExceptionHandler((_, failure) -> broken.add(failure))
              .start(() ->
                  EventLoop.run(
                      World.real(), LoopOptions.STRICT, "main", TaskTest::failAgainAndAgain)));
    }
    for (Thread loop : loops) {
      loop.join();
    }
    assertEquals(List.of(), List.copyOf(broken));
  }

  /** Each task has failed before somebody asks. */
  private static Object failAgainAndAgain() {
    for (int i = 0; i < 50_000; i++) {
      Task<?> task =
          EventLoop.current()
              .spawn(
                  "fails",
                  () -> {
                    throw new IllegalStateException("on purpose");
                  });
      while (!task.isDone()) {
        EventLoop.yieldNow();
      }
      assertThrows(TaskFailedException.class, task::await);
    }
    return true;
  }

  /** A selector is woken under a monitor, which its own loop takes as well. */
  @Test
  void coroutinesThatWakeAnotherLoopAreNotStopped() throws Exception {
    var broken = new ConcurrentLinkedQueue<Throwable>();
    EventLoop woken = EventLoop.start("woken", LoopOptions.STRICT);
    List<Thread> loops = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      loops.add(
          Thread.ofPlatform()
              .uncaughtExceptionHandler((_, failure) -> broken.add(failure))
              .start(() ->
                  EventLoop.run(
                      World.real(), LoopOptions.STRICT, "main", () -> wakeAgainAndAgain(woken))));
    }
    for (Thread loop : loops) {
      loop.join();
    }
    woken.close();
    assertEquals(List.of(), List.copyOf(broken));
  }

  private static Object wakeAgainAndAgain(EventLoop other) {
    for (int i = 0; i < 100_000; i++) {
      var here = new Promise<Boolean>(EventLoop.current(), "an answer");
      other.execute(() -> here.complete(true));
      here.await();
    }
    return true;
  }

  @Test
  void coroutinesTakeTurnsAtTheirWaits() {
    List<String> order = new ArrayList<>();
    EventLoop.run(
        "main",
        () ->
            TaskGroup.run(group -> {
              for (String name : List.of("a", "b")) {
                group.spawn(
                    name,
                    () -> {
                      for (int i = 0; i < 3; i++) {
                        order.add(name + i);
                        EventLoop.yieldNow();
                      }
                      return null;
                    });
              }
              return null;
            }));
    assertEquals(List.of("a0", "b0", "a1", "b1", "a2", "b2"), order);
  }

  @Test
  void anExceptionReachesTheAwaiterWithBothStacks() {
    var failure =
        assertThrows(
            TaskFailedException.class,
            () ->
                EventLoop.run(
                    "main", () -> awaiter(EventLoop.current().spawn("child", TaskTest::failing))));
    TaskFailedException inner = (TaskFailedException) failure.failure();
    assertTrue(mentions(inner, "awaiter"), "the awaiter's stack");
    assertTrue(mentions(inner.failure(), "failing"), "the failed task's stack");
    assertEquals("child failed: java.lang.IllegalArgumentException: broken", inner.getMessage());
  }

  private static Object awaiter(Task<?> task) {
    return task.await();
  }

  private static Object failing() {
    throw new IllegalArgumentException("broken");
  }

  private static boolean mentions(Throwable thrown, String method) {
    return Arrays.stream(thrown.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals(method));
  }

  @Test
  void cancelReachesTheNextWaitAndRunsFinallyBlocksThatMayWait() {
    List<String> order = new ArrayList<>();
    EventLoop.run(
        "main",
        () -> {
          Task<?> task =
              EventLoop.current()
                  .spawn(
                      "sleeper",
                      () -> {
                        try {
                          EventLoop.sleep(LONG);
                          return null;
                        } finally {
                          EventLoop.sleep(SOON);
                          order.add("finally");
                        }
                      });
          EventLoop.yieldNow();
          assertEquals(Task.State.WAITING, task.state());
          task.cancel();
          assertThrows(CancelledException.class, task::await);
          assertEquals(Task.State.CANCELLED, task.state());
          return null;
        });
    assertEquals(List.of("finally"), order);
  }

  @Test
  void aTaskCancelledBeforeItsStartNeverRuns() {
    var ran = new AtomicBoolean();
    EventLoop.run(
        "main",
        () -> {
          Task<?> task =
              EventLoop.current()
                  .spawn(
                      "never",
                      () -> {
                        ran.set(true);
                        return null;
                      });
          task.cancel();
          assertThrows(CancelledException.class, task::await);
          return null;
        });
    assertFalse(ran.get());
  }

  @Test
  void aTaskThatCatchesItsCancellationContinues() {
    EventLoop.run(
        "main",
        () -> {
          Task<String> task =
              EventLoop.current()
                  .spawn(
                      "stubborn",
                      () -> {
                        try {
                          EventLoop.sleep(LONG);
                        } catch (CancelledException e) {
                          EventLoop.sleep(SOON);
                        }
                        return "went on";
                      });
          EventLoop.yieldNow();
          task.cancel();
          assertEquals("went on", task.await());
          return null;
        });
  }

  @Test
  void awaitGivesUpAtItsDeadlineAndLeavesTheTaskRunning() {
    EventLoop.run(
        "main",
        () -> {
          var gate = new Promise<String>(EventLoop.current(), "gate");
          Task<String> task = EventLoop.current().spawn("gated", gate::await);
          assertThrows(
              DeadlineException.class, () -> task.await(EventLoop.current().deadline(SOON)));
          gate.complete("open");
          assertEquals("open", task.await());
          return null;
        });
  }

  @Test
  void anInterruptIsACancellation() {
    EventLoop.run(
        "main",
        () -> {
          var itself = new Thread[1];
          Task<?> task =
              EventLoop.current()
                  .spawn(
                      "interrupted",
                      () -> {
                        itself[0] = Thread.currentThread();
                        EventLoop.sleep(LONG);
                        return null;
                      });
          EventLoop.yieldNow();
          itself[0].interrupt();
          assertThrows(CancelledException.class, task::await);
          return null;
        });
  }

  @Test
  void plainThreadsAndOtherLoopsAwaitATask() {
    try (var one = EventLoop.start("one");
        var two = EventLoop.start("two")) {
      Task<String> first =
          one.spawn(
              "first",
              () -> {
                EventLoop.sleep(SOON);
                return "first";
              });
      Task<String> second = two.spawn("second", () -> first.await() + " second");
      assertEquals("first second", second.await());
    }
  }

  @Test
  void closingALoopCancelsItsTasks() {
    var ended = new AtomicBoolean();
    var loop = EventLoop.start("closing");
    var begun = new Promise<String>(loop, "begun");
    Task<?> task =
        loop.spawn(
            "sleeper",
            () -> {
              try {
                begun.complete("yes");
                EventLoop.sleep(LONG);
                return null;
              } finally {
                ended.set(true);
              }
            });
    begun.await();
    loop.close();
    assertTrue(ended.get());
    assertEquals(Task.State.CANCELLED, task.state());
    assertThrows(IllegalStateException.class, () -> loop.execute(() -> {}));
  }

  @Test
  void aDumpSaysWhatEachTaskWaitsFor() {
    EventLoop.run(
        "main",
        () -> {
          var gate = new Promise<String>(EventLoop.current(), "the gate");
          Task<String> task = EventLoop.current().spawn("gated", gate::await);
          EventLoop.yieldNow();
          List<TaskSnapshot> dump = EventLoop.current().dump();
          assertEquals(List.of("main", "gated"), dump.stream().map(TaskSnapshot::name).toList());
          assertEquals(Task.State.RUNNING, dump.get(0).state());
          assertEquals(Task.State.WAITING, dump.get(1).state());
          assertEquals("the gate", dump.get(1).waitingFor());
          gate.complete("open");
          task.await();
          assertEquals(1, EventLoop.current().dump().size());
          return null;
        });
  }

  @Test
  void aCoroutineStoppedByAJdkWaitIsCounted() {
    if (!ScheduledCoroutine.AVAILABLE) {
      return;
    }
    EventLoop.run(
        World.real(),
        LoopOptions.DEFAULT.withUnmanagedBlocking(LoopOptions.UnmanagedBlocking.COUNT),
        "main",
        () -> {
          assertEquals(0, EventLoop.current().unmanagedBlocking());
          Thread.yield();
          assertEquals(1, EventLoop.current().unmanagedBlocking());
          return null;
        });
  }

  @Test
  void onlyCoroutinesCanWait() {
    EventLoop.run(
        "main",
        () -> {
          var thrown = new Promise<Boolean>(EventLoop.current(), "thrown");
          EventLoop.current()
              .execute(() -> {
                try {
                  EventLoop.sleep(SOON);
                } catch (IllegalStateException e) {
                  thrown.complete(true);
                }
              });
          assertTrue(thrown.await());
          return null;
        });
    assertThrows(IllegalStateException.class, () -> EventLoop.sleep(SOON));
  }

  @Test
  void workThatBlocksIsDoneElsewhere() {
    EventLoop.run(
        "main",
        () -> {
          Thread loopThread = EventLoop.current().thread();
          Thread worker =
              EventLoop.current().offload("work", Thread::currentThread, Deadline.NEVER);
          assertFalse(worker.equals(loopThread) || worker.isVirtual());
          return null;
        });
  }

  @Test
  void aCatchOfRuntimeExceptionsDoesNotEatACancellation() {
    EventLoop.run(
        "main",
        () -> {
          Task<String> task =
              EventLoop.current()
                  .spawn(
                      "careless",
                      () -> {
                        try {
                          EventLoop.sleep(LONG);
                        } catch (RuntimeException e) {
                          return "went on";
                        }
                        return "overslept";
                      });
          EventLoop.yieldNow();
          task.cancel();
          assertThrows(CancelledException.class, task::await);
          return null;
        });
  }

  @Test
  void aTaskOfAClosedLoopIsLeftAsItIs() {
    Task<Integer> task;
    try (var loop = EventLoop.start("closed")) {
      task = loop.spawn("one", () -> 1);
      assertEquals(1, task.await());
    }
    task.cancel();
    assertEquals(Task.State.DONE, task.state());
  }

  @Test
  void aLoopThatHasEndedIsClosedToItsOwnThreadToo() {
    EventLoop ended = EventLoop.run("main", EventLoop::current);
    assertFalse(ended.inLoop());
    assertThrows(IllegalStateException.class, EventLoop::current);
    assertThrows(IllegalStateException.class, () -> ended.execute(() -> {}));
    var promise = new Promise<Integer>(ended, "number");
    assertThrows(IllegalStateException.class, promise::await);
    EventLoop.run(
        "again",
        () -> {
          var here = new Promise<Boolean>(EventLoop.current(), "here");
          EventLoop.current().execute(() -> here.complete(EventLoop.current() != ended));
          assertTrue(here.await());
          return null;
        });
  }

  @Test
  void anInterruptedThreadIsStillInterruptedWhenItsLoopHasEnded() {
    Thread caller = Thread.currentThread();
    assertThrows(
        CancelledException.class,
        () ->
            EventLoop.run(
                "main",
                () -> {
                  EventLoop.current().after(SOON, caller::interrupt);
                  EventLoop.sleep(LONG);
                  return null;
                }));
    assertTrue(Thread.interrupted());
  }

  @Test
  void interruptsOfAWaitingCoroutineLeaveItsLoopWhole() {
    EventLoop.run(
        "main",
        () -> {
          for (int round = 0; round < 200; round++) {
            var itself = new Thread[1];
            Task<?> task =
                EventLoop.current()
                    .spawn(
                        "interrupted",
                        () -> {
                          itself[0] = Thread.currentThread();
                          EventLoop.sleep(LONG);
                          return null;
                        });
            EventLoop.yieldNow();
            Thread interrupter = Thread.ofPlatform().start(itself[0]::interrupt);
            for (int i = 0; i < 50; i++) {
              EventLoop.yieldNow();
            }
            assertThrows(CancelledException.class, task::await);
            EventLoop.current().offload("join", () -> join(interrupter), Deadline.NEVER);
          }
          return null;
        });
  }

  private static boolean join(Thread thread) throws InterruptedException {
    thread.join();
    return true;
  }
}

package dev.arachne.runtime;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.runtime.LoopOptions.UnmanagedBlocking;
import dev.arachne.testkit.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class EventLoopTest {
  private static final Duration SOON = Duration.ofMillis(1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** No busy machine keeps an innocent entry from going on for so long. */
  private static final Duration LONG = Duration.ofMillis(300);

  /** While a thread hands in work faster than it is done, timers and sockets have their turns. */
  @Test
  void workThatIsHandedInIsTakenABoundedNumberOfEntriesATurn() throws Exception {
    int entries = 10 * RunQueue.TAKEN_AT_ONCE;
    var begin = new CountDownLatch(1);
    var end = new CountDownLatch(1);
    long[] turns = new long[2];
    try (EventLoop loop = EventLoop.start("busy")) {
      loop.execute(() -> awaitLatch(begin));
      loop.execute(() -> turns[0] = loop.turns());
      for (int i = 0; i < entries; i++) {
        loop.execute(() -> {});
      }
      loop.execute(() -> {
        turns[1] = loop.turns();
        end.countDown();
      });
      begin.countDown();
      end.await();
    }
    assertTrue(turns[1] - turns[0] >= 10, () -> turns[1] - turns[0] + " turns");
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aGroupGivesOutItsLoopsInTurn() {
    try (var group = EventLoopGroup.start("worker", 3, LoopOptions.DEFAULT)) {
      List<EventLoop> given = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        given.add(group.next());
      }
      assertEquals(group.loops(), given.subList(0, 3));
      assertEquals(group.loops(), given.subList(3, 6));
      assertEquals(
          List.of("worker-0", "worker-1", "worker-2"),
          group.loops().stream().map(EventLoop::name).toList());
      assertEquals(3, new HashSet<>(group.loops().stream().map(EventLoop::thread).toList()).size());
    }
  }

  @Test
  void aGroupHasALoopForEveryCoreAndEndsWithAllOfThem() {
    var group = EventLoopGroup.start("worker");
    assertEquals(Runtime.getRuntime().availableProcessors(), group.loops().size());
    Task<?> task =
        group
            .next()
            .spawn(
                "sleeper",
                () -> {
                  EventLoop.sleep(Duration.ofHours(1));
                  return null;
                });
    group.close();
    assertEquals(Task.State.CANCELLED, task.state());
    for (EventLoop loop : group.loops()) {
      assertFalse(loop.thread().isAlive());
    }
  }

  @Test
  void aLoopOfTheGroupMayCloseIt() throws InterruptedException {
    var group = EventLoopGroup.start("worker", 2, LoopOptions.DEFAULT);
    group.next().execute(group::close);
    for (EventLoop loop : group.loops()) {
      loop.thread().join();
    }
  }

  @Test
  void anAlarmCancelledInTheTurnInWhichItIsDueDoesNotRing() {
    var rings = new ArrayList<String>();
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          var alarms = new Timer[2];
          alarms[0] = loop.after(Duration.ZERO, () -> alarms[1].cancel());
          alarms[1] = loop.after(Duration.ZERO, () -> rings.add("second"));
          EventLoop.sleep(SOON);
          return null;
        });
    assertEquals(List.of(), rings);
  }

  @Test
  void anExceptionInACallbackIsLoggedAndTheLoopContinues() {
    try (var log = new LogRecorder()) {
      var failure = new IllegalArgumentException("broken callback");
      EventLoop.run(
          "main",
          () -> {
            EventLoop.current()
                .execute(() -> {
                  throw failure;
                });
            EventLoop.sleep(SOON);
            return null;
          });
      List<LogRecord> records =
          log.records(message -> message.equals("a callback on loop main threw"));
      assertEquals(1, records.size());
      assertSame(failure, records.getFirst().getThrown());
    }
  }

  @Test
  void anErrorInACallbackEndsTheLoopAndItsWaiters() throws InterruptedException {
    var error = new StackOverflowError("broken callback");
    try (var log = new LogRecorder()) {
      EventLoop loop = EventLoop.start("broken");
      var ends = new CopyOnWriteArrayList<String>();
      Task<?> sleeper = loop.spawn("sleeper", () -> sleepUntilCancelled(ends));
      loop.spawn("breaker", () -> breakLoop(error));
      assertThrows(CancelledException.class, sleeper::await);
      assertEquals(List.of("cancelled"), ends);
      loop.thread().join();
      assertSame(error, assertThrows(StackOverflowError.class, loop::close));
      List<LogRecord> records = log.records(message -> message.equals("loop broken broke down"));
      assertSame(error, records.getFirst().getThrown());
    }
  }

  @Test
  void anErrorInACallbackIsThrownAtWhoRunsTheLoop() {
    var error = new AssertionError("broken callback");
    var ends = new ArrayList<String>();
    var thrown =
        assertThrows(
            AssertionError.class,
            () ->
                EventLoop.run(
                    "main",
                    () -> {
                      breakLoop(error);
                      return sleepUntilCancelled(ends);
                    }));
    assertSame(error, thrown);
    assertEquals(List.of("cancelled"), ends);
  }

  private static Object breakLoop(Error error) {
    EventLoop.current()
        .execute(() -> {
          throw error;
        });
    return null;
  }

  private static Object sleepUntilCancelled(List<String> ends) {
    try {
      EventLoop.sleep(Duration.ofHours(1));
    } catch (CancelledException e) {
      ends.add("cancelled");
      throw e;
    }
    return "overslept";
  }

  @Test
  void waitersForAnEndlessTaskAreResumedWhenItsLoopCloses() {
    try (var log = new LogRecorder()) {
      var told = new ArrayList<Task.State>();
      EventLoop.run(
          World.real(),
          LoopOptions.DEFAULT.withGracePeriod(SOON),
          "main",
          () -> {
            Task<?> stubborn = EventLoop.current().spawn("stubborn", EventLoopTest::sleepForEver);
            stubborn.onDone(() -> told.add(stubborn.state()));
            EventLoop.sleep(SOON);
            return null;
          });
      assertEquals(List.of(Task.State.CANCELLED), told);
      assertEquals(1, log.records(message -> message.contains("does not end: stubborn")).size());
    }
  }

  @Test
  void toUnparkACoroutineOfAClosedLoopIsNotAnError() {
    try (var log = new LogRecorder()) {
      var threads = new ArrayList<Thread>();
      EventLoop.run(
          World.real(),
          LoopOptions.DEFAULT.withGracePeriod(SOON),
          "main",
          () -> {
            EventLoop.current()
                .spawn(
                    "stubborn",
                    () -> {
                      threads.add(Thread.currentThread());
                      return sleepForEver();
                    });
            EventLoop.sleep(SOON);
            return null;
          });
      Thread unparker = Thread.ofPlatform().unstarted(() -> LockSupport.unpark(threads.getFirst()));
      var thrown = new ArrayList<Throwable>();
      unparker.setUncaughtExceptionHandler((_, throwable) -> thrown.add(throwable));
      unparker.start();
      assertDoesNotThrow(() -> unparker.join());
      assertEquals(List.of(), thrown);
      assertEquals(1, log.records(message -> message.contains("does not end: stubborn")).size());
    }
  }

  private static Object sleepForEver() {
    while (true) {
      try {
        EventLoop.sleep(SECOND);
      } catch (CancelledException e) {
        EventLoop.LOG.log(System.Logger.Level.TRACE, "does not care", e);
      }
    }
  }

  @Test
  void anUnobservedFailureIsLoggedOnceWithTheTasksName() {
    try (var log = new LogRecorder()) {
      var failure = new IOException("lost");
      EventLoop.run(
          "main",
          () -> {
            spawnFailing("forgotten", failure);
            Task<?> asked = spawnFailing("asked", failure);
            EventLoop.sleep(SOON);
            asked.failure();
            return null;
          });
      List<LogRecord> records = log.records(message -> message.contains("nobody asked why"));
      assertEquals(1, records.size());
      assertEquals("task forgotten failed and nobody asked why", records.getFirst().getMessage());
      assertSame(failure, records.getFirst().getThrown());
    }
  }

  @Test
  void aFailureThatCanNoLongerBeObservedIsLoggedWhileTheLoopRuns() {
    try (var log = new LogRecorder()) {
      EventLoop.run(
          "main",
          () -> {
            spawnFailing("forgotten", new IOException("lost"));
            while (log.records(message -> message.contains("task forgotten failed")).isEmpty()) {
              System.gc();
              EventLoop.sleep(SOON);
            }
            return null;
          });
    }
  }

  private static Task<?> spawnFailing(String name, IOException failure) {
    return EventLoop.current()
        .spawn(
            name,
            () -> {
              throw failure;
            });
  }

  @Test
  void aCallThatBlocksTheLoopIsLoggedWithItsStack() {
    try (var log = new LogRecorder()) {
      EventLoop.run(
          World.real(),
          LoopOptions.DEFAULT.withBlockedAfter(LONG),
          "main",
          () -> {
            EventLoop.current().spawn("innocent", () -> 1).await();
            EventLoop.current().spawn("busy", () -> hogTheLoop(log, "by task busy")).await();
            var done = new Promise<Boolean>(EventLoop.current(), "done");
            EventLoop.current().execute(() -> done.complete(hogTheLoop(log, "by a callback")));
            return done.await();
          });
      List<LogRecord> records = log.records(message -> message.contains("has been held for"));
      assertEquals(2, records.size(), "each is named once, and nobody else");
      for (LogRecord record : records) {
        assertTrue(
            Arrays.stream(record.getThrown().getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("hogTheLoop")),
            record.getMessage());
      }
    }
  }

  private static boolean hogTheLoop(LogRecorder log, String until) {
    while (log.records(message -> message.endsWith(until)).isEmpty()) {
      Thread.onSpinWait();
    }
    return true;
  }

  @Test
  void aLoopThatOnlyWaitsIsNotReported() {
    try (var log = new LogRecorder()) {
      EventLoop.run(
          World.real(),
          LoopOptions.DEFAULT.withBlockedAfter(LONG),
          "main",
          () -> {
            EventLoop.sleep(LONG.multipliedBy(3));
            return null;
          });
      assertEquals(List.of(), log.records(message -> message.contains("has been held for")));
    }
  }

  @Test
  void nothingElseOnTheLoopRunsWhileACoroutineWaitsForAMonitor() throws Exception {
    var monitor = new Object();
    var held = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    Thread holder =
        Thread.ofPlatform()
            .start(() -> {
              synchronized (monitor) {
                held.countDown();
                awaitUninterruptibly(release);
              }
            });
    held.await();
    List<String> order = new ArrayList<>();
    EventLoop.run(
        World.real(),
        LoopOptions.DEFAULT.withUnmanagedBlocking(UnmanagedBlocking.COUNT),
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          Task<?> other = loop.spawn("other", () -> order.add("other"));
          Thread contender = Thread.currentThread();
          Thread.ofPlatform().start(() -> releaseOnceBlocked(contender, release));
          order.add("before");
          synchronized (monitor) {
            order.add("inside");
          }
          order.add("after");
          return other.await();
        });
    holder.join();
    assertEquals(List.of("before", "inside", "after", "other"), order);
  }

  private static void releaseOnceBlocked(Thread contender, CountDownLatch release) {
    while (contender.getState() != Thread.State.BLOCKED) {
      Thread.onSpinWait();
    }
    release.countDown();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aStrictLoopFailsWithTheStackOfWhoWasStoppedByAJdkWait() {
    assumeTrue(ScheduledCoroutine.AVAILABLE, "it cannot be seen on the JDK's scheduler");
    var thrown =
        assertThrows(
            IllegalStateException.class,
            () -> runStrictly(EventLoopTest::parkUntilAnotherThreadUnparks));
    assertEquals(
        "task main was stopped by something other than a wait of the runtime", thrown.getMessage());
    assertTrue(
        Arrays.stream(thrown.getStackTrace())
            .anyMatch(frame -> frame.getMethodName().equals("parkUntilAnotherThreadUnparks")),
        Arrays.toString(thrown.getStackTrace()));
  }

  private static Object parkUntilAnotherThreadUnparks() {
    var gate = new CountDownLatch(1);
    Thread.ofPlatform().start(gate::countDown);
    Thread.yield();
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return null;
  }

  @Test
  void aStrictLoopDoesNotMindWaitsOfTheRuntime() {
    runStrictly(() -> {
      EventLoop loop = EventLoop.current();
      EventLoop.sleep(SOON);
      EventLoop.yieldNow();
      loop.spawn("child", () -> 1).await();
      loop.offload("work", () -> 1, Deadline.NEVER);
      assertEquals(0, loop.unmanagedBlocking());
      return null;
    });
  }

  private static <T> T runStrictly(Callable<T> body) {
    return EventLoop.run(World.real(), LoopOptions.STRICT, "main", body);
  }

  @Test
  void closingALoopThatBrokeDownSaysWhy() throws InterruptedException {
    assumeTrue(ScheduledCoroutine.AVAILABLE, "it cannot be seen on the JDK's scheduler");
    try (var log = new LogRecorder()) {
      EventLoop loop = EventLoop.start("strict", LoopOptions.STRICT);
      loop.spawn(
          "parker",
          () -> {
            LockSupport.parkNanos(1_000_000);
            return null;
          });
      loop.thread().join();
      var thrown = assertThrows(IllegalStateException.class, loop::close);
      assertTrue(thrown.getMessage().startsWith("task parker was stopped"), thrown.getMessage());
      assertEquals(1, log.records(message -> message.equals("loop strict broke down")).size());
    }
  }

  @Test
  void theFallbackIsNoticedAtDebugLevelOnce() throws Exception {
    assumeFalse(ScheduledCoroutine.AVAILABLE, "java.lang is open here");
    Process child =
        new ProcessBuilder(ChildJvm.command("-ea", Fallback.class))
            .redirectErrorStream(true)
            .start();
    String output = new String(child.getInputStream().readAllBytes());
    assertEquals(0, child.waitFor(), output);
    assertEquals(1, output.split("java.lang is not open", -1).length - 1, output);
  }

  /** Two coroutines in a JVM of their own that logs everything. */
  static final class Fallback {
    private Fallback() {}

    public static void main(String[] arguments) {
      try (var log = new LogRecorder()) {
        java.util.logging.Logger.getLogger("dev.arachne.runtime")
            .setLevel(java.util.logging.Level.FINE);
        EventLoop.run("main", () -> EventLoop.current().spawn("child", () -> 1).await());
        log.records(_ -> true).forEach(record -> System.out.println(record.getMessage()));
      }
    }
  }

  @Test
  void loopsOfTestsAreStrictUnlessToldElse() {
    assertEquals(UnmanagedBlocking.FAIL, LoopOptions.DEFAULT.unmanagedBlocking());
  }

  @Test
  void aLoopThatAVirtualThreadRunsHasAThreadOfItsOwn() throws Exception {
    var result = new CompletableFuture<String>();
    Thread.ofVirtual().start(() -> result.complete(EventLoop.run("own", EventLoopTest::where)));
    assertEquals("own", result.get());
    var failure = new CompletableFuture<Throwable>();
    Thread.ofVirtual()
        .start(() ->
            failure.complete(
                assertThrows(
                    TaskFailedException.class,
                    () ->
                        EventLoop.run(
                            "own",
                            () -> {
                              throw new IOException("no");
                            }))));
    assertEquals("own failed: java.io.IOException: no", failure.get().getMessage());
  }

  private static String where() {
    EventLoop.sleep(SOON);
    return EventLoop.current().thread().getName();
  }

  @Test
  void anInterruptOfAVirtualThreadEndsTheLoopItRuns() throws Exception {
    var asleep = new CompletableFuture<Boolean>();
    var interrupted = new CompletableFuture<Boolean>();
    Thread caller =
        Thread.ofVirtual()
            .start(() -> {
              assertThrows(
                  CancelledException.class,
                  () ->
                      EventLoop.run(
                          "own",
                          () -> {
                            asleep.complete(true);
                            EventLoop.sleep(Duration.ofHours(1));
                            return null;
                          }));
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    assertTrue(asleep.get());
    caller.interrupt();
    assertTrue(interrupted.get());
  }

  @Test
  void aCoroutineThatRunsALoopLeavesItsOwnToOthersAndTakesACancellationThere() {
    var ends = new CopyOnWriteArrayList<String>();
    runStrictly(() -> {
      EventLoop loop = EventLoop.current();
      assertEquals("inner", EventLoop.run("inner", EventLoopTest::where));
      var begun = new Promise<Boolean>(loop, "begun");
      Task<?> outer =
          loop.spawn(
              "outer",
              () ->
                  EventLoop.run(
                      "inner",
                      () -> {
                        begun.complete(true);
                        return sleepUntilCancelled(ends);
                      }));
      begun.await();
      outer.cancel();
      assertThrows(CancelledException.class, outer::await);
      assertEquals(List.of("cancelled"), ends);
      return null;
    });
  }
}

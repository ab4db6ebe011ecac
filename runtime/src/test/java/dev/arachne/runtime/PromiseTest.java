package dev.arachne.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromiseTest {
  private static final Duration SOON = Duration.ofMillis(1);

  @Test
  void itIsSetOnce() {
    EventLoop.run(
        "main",
        () -> {
          var promise = new Promise<Integer>(EventLoop.current(), "number");
          assertFalse(promise.isDone());
          assertTrue(promise.complete(1));
          assertFalse(promise.complete(2));
          assertFalse(promise.fail(new IOException("late")));
          assertFalse(promise.cancel());
          assertEquals(1, promise.await());
          assertNull(promise.failure());
          assertFalse(promise.isCancelled());
          return null;
        });
  }

  @Test
  void everyAwaiterGetsTheFailure() {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          var promise = new Promise<Integer>(loop, "number");
          Task<Integer> one = loop.spawn("one", promise::await);
          Task<Integer> two = loop.spawn("two", promise::await);
          EventLoop.yieldNow();
          var failure = new IOException("no number");
          promise.fail(failure);
          for (Task<Integer> task : List.of(one, two)) {
            var thrown = assertThrows(TaskFailedException.class, task::await);
            assertSame(failure, ((TaskFailedException) thrown.failure()).failure());
          }
          return null;
        });
  }

  @Test
  void aCancelledPromiseCancelsItsWaiters() {
    EventLoop.run(
        "main",
        () -> {
          var promise = new Promise<Integer>(EventLoop.current(), "number");
          promise.cancel();
          assertTrue(promise.isCancelled());
          var thrown = assertThrows(CancelledException.class, promise::await);
          assertEquals("number was cancelled", thrown.getMessage());
          return null;
        });
  }

  @Test
  void anyThreadSetsItAndCallbacksStillRunOnItsLoop() {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          var promise = new Promise<Thread>(loop, "thread");
          var callback = new Promise<Boolean>(loop, "callback");
          promise.onDone(() -> callback.complete(loop.inLoop()));
          Thread setter = Thread.ofPlatform().start(() -> promise.complete(Thread.currentThread()));
          assertSame(setter, promise.await());
          assertTrue(callback.await());
          return null;
        });
  }

  @Test
  void aCoroutineOfAnotherLoopAwaitsIt() {
    try (var group = EventLoopGroup.start("worker", 2, LoopOptions.DEFAULT)) {
      EventLoop owner = group.next();
      EventLoop other = group.next();
      var promise = new Promise<Integer>(owner, "number");
      Task<Integer> waiting = other.spawn("waiting", promise::await);
      Task<Integer> impatient = other.spawn("impatient", () -> promise.await(other.deadline(SOON)));
      assertThrows(TaskFailedException.class, impatient::await);
      promise.complete(7);
      assertEquals(7, waiting.await());
    }
  }

  @Test
  void aPlainThreadAwaitsItUntilItsDeadline() {
    try (EventLoop loop = EventLoop.start("loop")) {
      var promise = new Promise<Integer>(loop, "number");
      var thrown = assertThrows(DeadlineException.class, () -> promise.await(loop.deadline(SOON)));
      assertEquals("deadline passed while waiting for number", thrown.getMessage());
      loop.after(SOON, () -> promise.complete(3));
      assertEquals(3, promise.await());
    }
  }

  @Test
  void anInterruptEndsThePlainThreadsWait() throws InterruptedException {
    try (EventLoop loop = EventLoop.start("loop")) {
      var promise = new Promise<Integer>(loop, "number");
      var outcome = new Promise<Boolean>(loop, "outcome");
      Thread waiting =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  promise.await();
                } catch (CancelledException e) {
                  outcome.complete(Thread.currentThread().isInterrupted());
                }
              });
      waiting.interrupt();
      assertTrue(outcome.await());
      waiting.join();
    }
  }

  @Test
  void itMayBeSetThoughItsLoopIsClosedAlready() {
    Promise<Integer> promise;
    try (EventLoop loop = EventLoop.start("loop")) {
      promise = new Promise<>(loop, "number");
    }
    assertTrue(promise.complete(3));
    assertEquals(3, promise.await());
  }

  @Test
  void waitsThatGaveUpAreForgotten() {
    try (EventLoop loop = EventLoop.start("loop");
        EventLoop other = EventLoop.start("other")) {
      var promise = new Promise<Integer>(loop, "never");
      for (int i = 0; i < 20; i++) {
        Deadline passed = loop.deadline(Duration.ofMillis(1));
        assertThrows(DeadlineException.class, () -> promise.await(passed));
        Task<Integer> waiting = other.spawn("waiting", () -> promise.await(passed));
        assertThrows(TaskFailedException.class, waiting::await);
      }
      assertEquals(0, loop.spawn("count", promise::listeners).await());
    }
  }
}

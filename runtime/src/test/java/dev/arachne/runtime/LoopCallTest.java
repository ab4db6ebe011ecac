package dev.arachne.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls from loop to loop. */
class LoopCallTest {
  /** A test on one loop, with another beside it. */
  private interface Body {
    void run(EventLoop other) throws Exception;
  }

  private static void withTwoLoops(Body body) {
    EventLoop.run(
        "caller",
        () -> {
          try (var other = EventLoop.start("other")) {
            body.run(other);
          }
          return true;
        });
  }

  @Test
  void theBodyRunsOnTheOtherLoopWhileTheCallersLoopContinues() {
    withTwoLoops(other -> {
      var goesOn = new Promise<Boolean>(other, "the caller's loop goes on");
      EventLoop.current().execute(() -> goesOn.complete(true));
      EventLoop where =
          other.call(
              "where",
              () -> {
                goesOn.await();
                return EventLoop.current();
              });
      assertSame(other, where);
    });
  }

  @Test
  void onItsOwnLoopItIsAPlainCall() {
    withTwoLoops(_ -> {
      Thread caller = Thread.currentThread();
      assertSame(caller, EventLoop.current().call("here", Thread::currentThread));
    });
  }

  @Test
  void theCallerGetsWhatTheBodyThrew() {
    withTwoLoops(other -> {
      var checked = new IOException("no");
      var unchecked = new IllegalStateException("never");
      var error = new StackOverflowError();
      EventLoop.Body<Boolean, IOException> throwsChecked =
          () -> {
            throw checked;
          };
      EventLoop.Body<Boolean, RuntimeException> throwsUnchecked =
          () -> {
            throw unchecked;
          };
      EventLoop.Body<Boolean, RuntimeException> throwsError =
          () -> {
            throw error;
          };
      assertSame(checked, assertThrows(IOException.class, () -> other.call("a", throwsChecked)));
      assertSame(
          unchecked,
          assertThrows(IllegalStateException.class, () -> other.call("b", throwsUnchecked)));
      assertSame(error, assertThrows(StackOverflowError.class, () -> other.call("c", throwsError)));
    });
  }

  @Test
  @Timeout(60)
  void noCallIsLostHoweverTheLoopsFallAsleep() {
    withTwoLoops(other -> {
      long sum = 0;
      for (int i = 0; i < 50_000; i++) {
        int number = i;
        sum += other.call("echo", () -> number);
      }
      assertEquals(50_000L * 49_999 / 2, sum);
    });
  }

  @Test
  void aCallerThatIsCancelledTakesTheBodyWithIt() {
    withTwoLoops(other -> {
      var asleep = new Promise<Boolean>(EventLoop.current(), "asleep");
      var awoken = new CountDownLatch(1);
      Task<Boolean> caller =
          EventLoop.current()
              .spawn("caller", () -> other.call("sleeper", () -> sleep(asleep, awoken)));
      asleep.await();
      caller.cancel();
      assertThrows(CancelledException.class, caller::await);
      EventLoop.current()
          .offload(
              "the sleeper's end",
              () -> {
                awoken.await();
                return true;
              },
              Deadline.NEVER);
      assertTrue(other.call("look", () -> other.dump().size()) == 1, "only who looks is left");
    });
  }

  private static boolean sleep(Promise<Boolean> asleep, CountDownLatch awoken) {
    try {
      asleep.complete(true);
      EventLoop.sleep(Duration.ofHours(1));
      return true;
    } finally {
      awoken.countDown();
    }
  }

  @Test
  void aLoopThatIsClosedSaysSo() {
    withTwoLoops(other -> {
      EventLoop.current()
          .offload(
              "close",
              () -> {
                other.close();
                return true;
              },
              Deadline.NEVER);
      var closed = assertThrows(IllegalStateException.class, () -> other.call("late", () -> true));
      assertEquals("loop other is closed", closed.getMessage());
    });
  }

  @Test
  void aLoopThatBreaksDownEndsTheCallWithAnError() {
    var reason = new AssertionError("no good");
    withTwoLoops(_ -> {
      var other = EventLoop.start("other");
      var thrown =
          assertThrows(
              LoopFailedError.class,
              () ->
                  other.call(
                      "sleeper",
                      () -> {
                        other.execute(() -> {
                          throw reason;
                        });
                        EventLoop.sleep(Duration.ofHours(1));
                        return true;
                      }));
      assertSame(reason, thrown.getCause());
      assertEquals("loop other broke down, and sleeper with it", thrown.getMessage());
    });
  }

  @Test
  void aCancelledCallReturnsWhenItsBodyHasEnded() {
    withTwoLoops(other -> {
      var asleep = new Promise<Boolean>(EventLoop.current(), "asleep");
      var release = new Promise<Boolean>(other, "release");
      var ended = new AtomicBoolean();
      Task<Boolean> caller =
          EventLoop.current()
              .spawn(
                  "caller",
                  () -> {
                    try {
                      return other.call("sleeper", () -> cleanUpSlowly(asleep, release, ended));
                    } finally {
                      assertTrue(ended.get(), "the body goes on behind its caller's back");
                    }
                  });
      asleep.await();
      caller.cancel();
      EventLoop.current().after(Duration.ofMillis(20), () -> release.complete(true));
      assertThrows(CancelledException.class, caller::await);
    });
  }

  private static boolean cleanUpSlowly(
      Promise<Boolean> asleep, Promise<Boolean> release, AtomicBoolean ended) {
    try {
      asleep.complete(true);
      EventLoop.sleep(Duration.ofHours(1));
      return true;
    } finally {
      release.await();
      ended.set(true);
    }
  }

  @Test
  void aBodyThatDoesNotEndHoldsItsCancelledCallerForTheGracePeriod() {
    try (var log = new LogRecorder()) {
      LoopOptions hasty = LoopOptions.DEFAULT.withGracePeriod(Duration.ofMillis(50));
      EventLoop.run(
          World.real(),
          hasty,
          "caller",
          () -> {
            try (var other = EventLoop.start("other", hasty)) {
              var asleep = new Promise<Boolean>(EventLoop.current(), "asleep");
              Task<Boolean> caller =
                  EventLoop.current()
                      .spawn(
                          "caller",
                          () ->
                              other.call(
                                  "stubborn",
                                  () -> {
                                    asleep.complete(true);
                                    return sleepWhateverComes();
                                  }));
              asleep.await();
              caller.cancel();
              assertThrows(CancelledException.class, caller::await);
            }
            return true;
          });
      String left = "task stubborn goes on, though the call for it was cancelled";
      assertEquals(1, log.records(left::equals).size());
    }
  }

  private static boolean sleepWhateverComes() {
    while (true) {
      try {
        EventLoop.sleep(Duration.ofHours(1));
      } catch (CancelledException e) {
        EventLoop.LOG.log(System.Logger.Level.TRACE, "does not care", e);
      }
    }
  }
}

package dev.arachne.bench;

import dev.arachne.runtime.AsyncQueue;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.runtime.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The costs of the runtime's operations, each in nanoseconds of one loop. A benchmark thread
 * requests many at once from the loop, so that its own hand-over does not count.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-opens", "java.base/java.lang=ALL-UNNAMED"})
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class RuntimeBench {
  private static final int MANY = 10_000;
  private static final int TIMERS = 100_000;

  private final EventLoop loop = EventLoop.start("one");
  private final EventLoop other = EventLoop.start("two");

  /** Ends the loops. */
  @TearDown
  public void end() {
    loop.close();
    other.close();
  }

  private <T> T onLoop(Callable<T> body) {
    return loop.spawn("benchmark", body).await();
  }

  /** A coroutine is made, runs and ends; its parent awaits it. */
  @Benchmark
  @OperationsPerInvocation(MANY)
  public int spawnAndFinish() {
    return onLoop(() -> {
      int sum = 0;
      for (int i = 0; i < MANY; i++) {
        sum += loop.spawn("child", () -> 1).await();
      }
      return sum;
    });
  }

  /** The value is there: no wait. */
  @Benchmark
  @OperationsPerInvocation(MANY)
  public int awaitOfAReadyPromise() {
    return onLoop(() -> {
      var ready = new Promise<Integer>(loop, "ready");
      ready.complete(1);
      int sum = 0;
      for (int i = 0; i < MANY; i++) {
        sum += ready.await();
      }
      return sum;
    });
  }

  /** An item goes from one coroutine to another through a queue of one place. */
  @Benchmark
  @OperationsPerInvocation(MANY)
  public long handOverBetweenCoroutines() {
    return onLoop(() -> {
      var queue = new AsyncQueue<Integer>(loop, "items", 1);
      var producer =
          loop.spawn(
              "producer",
              () -> {
                for (int i = 0; i < MANY; i++) {
                  queue.put(i);
                }
                return MANY;
              });
      long sum = 0;
      for (int i = 0; i < MANY; i++) {
        sum += Objects.requireNonNull(queue.get());
      }
      producer.await();
      return sum;
    });
  }

  /** There and back: a coroutine of one loop awaits one of another. */
  @Benchmark
  @OperationsPerInvocation(100)
  public int crossLoopHandOver() {
    return onLoop(() -> {
      int sum = 0;
      for (int i = 0; i < 100; i++) {
        sum += other.spawn("child", () -> 1).await();
      }
      return sum;
    });
  }

  /** A timer is set behind 100,000 others and fires. */
  @Benchmark
  @OperationsPerInvocation(TIMERS)
  public int timersThatFire() {
    return onLoop(() -> {
      var all = new Promise<Integer>(loop, "all timers");
      var fired = new int[1];
      for (int i = 0; i < TIMERS; i++) {
        loop.after(
            Duration.ofNanos(i),
            () -> {
              if (++fired[0] == TIMERS) {
                all.complete(TIMERS);
              }
            });
      }
      return all.await(Deadline.NEVER);
    });
  }

  /** The usual fate of a deadline: set among 100,000 others and cancelled. */
  @Benchmark
  @OperationsPerInvocation(TIMERS)
  public int timersThatAreCancelled() {
    return onLoop(() -> {
      List<Timer> alarms = new ArrayList<>(TIMERS);
      for (int i = 0; i < TIMERS; i++) {
        alarms.add(loop.after(Duration.ofMinutes(1), () -> {}));
      }
      alarms.forEach(Timer::cancel);
      return alarms.size();
    });
  }
}

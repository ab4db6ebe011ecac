package dev.arachne.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.runtime.TaskGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups whose tasks fail and are cancelled, in every order. */
class TaskGroupSimulationTest {
  private static final Duration SOON = Duration.ofMillis(10);

  /** Seeds from each starting point. */
  private static final int RUNS = Integer.getInteger("arachne.cancellations", 200);

  /** Any order of failures and cancellations, with groups inside groups. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89})
  void aTaskCancelledAmidFailuresIsCancelledExactlyOnce(long first) {
    for (long seed = first * 1_000; seed < first * 1_000 + RUNS; seed++) {
      EventLoop.run(Simulation.of(seed), "main", TaskGroupSimulationTest::cancelAtRandom);
    }
  }

  private static Object cancelAtRandom() {
    EventLoop loop = EventLoop.current();
    var learned = new AtomicInteger();
    Task<String> task =
        loop.spawn(
            "task",
            () -> {
              int caught = 0;
              for (int round = 0; round < 3; round++) {
                try {
                  TaskGroup.run(group -> failOrNot(group, 2));
                  EventLoop.yieldNow();
                } catch (TaskFailedException e) {
                  continue;
                } catch (CancelledException e) {
                  caught++;
                }
              }
              try {
                EventLoop.yieldNow();
              } catch (CancelledException e) {
                caught++;
              }
              EventLoop.sleep(SOON);
              learned.set(caught);
              return "ended";
            });
    boolean cancels = loop.random().nextBoolean();
    for (int i = loop.random().nextInt(12); i > 0; i--) {
      EventLoop.yieldNow();
    }
    int expected = cancels && !task.isDone() ? 1 : 0;
    if (cancels) {
      task.cancel();
    }
    int thrown = 0;
    try {
      assertEquals("ended", task.await());
    } catch (CancelledException e) {
      thrown = 1;
    }
    assertEquals(expected, learned.get() + thrown);
    assertEquals(1, loop.dump().size(), "nobody outlives the group");
    return null;
  }

  private static Object failOrNot(TaskGroup group, int depth) throws Exception {
    EventLoop loop = EventLoop.current();
    for (int i = 0; i < 2; i++) {
      group.spawn(
          "child " + i,
          () -> {
            for (int wait = loop.random().nextInt(4); wait > 0; wait--) {
              EventLoop.yieldNow();
            }
            return loop.random().nextInt(3) == 0 ? fail(new IOException("no")) : null;
          });
    }
    if (depth > 0) {
      TaskGroup.run(inner -> failOrNot(inner, depth - 1));
    }
    for (int wait = loop.random().nextInt(3); wait > 0; wait--) {
      EventLoop.yieldNow();
    }
    return null;
  }

  private static Object fail(IOException failure) throws IOException {
    throw failure;
  }
}

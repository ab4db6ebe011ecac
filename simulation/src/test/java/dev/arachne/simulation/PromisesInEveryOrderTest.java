package dev.arachne.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.Condition;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.runtime.Task;
import dev.arachne.testkit.RandomSeeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What promises and conditions guarantee, whichever task goes on first. */
class PromisesInEveryOrderTest {
  private static final Duration SOON = Duration.ofMillis(1);

  @Test
  void callbacksRunInTheirOrderAndNeverInsideTheCallThatSetsIt() {
    RandomSeeds.forEach(
        100,
        seed -> {
          List<String> order = new ArrayList<>();
          EventLoop.run(
              Simulation.of(seed),
              "main",
              () -> {
                var promise = new Promise<Integer>(EventLoop.current(), "number");
                promise.onDone(() -> order.add("first"));
                promise.onDone(() -> order.add("second"));
                promise.complete(1);
                order.add("set");
                promise.onDone(() -> order.add("late"));
                EventLoop.sleep(SOON);
                return null;
              });
          assertEquals(List.of("set", "first", "second", "late"), order);
        });
  }

  @Test
  void anAwaiterThatGaveUpIsNotDisturbedLater() {
    RandomSeeds.forEach(
        200,
        seed ->
            EventLoop.run(
                Simulation.of(seed),
                "main",
                () -> {
                  EventLoop loop = EventLoop.current();
                  var first = new Promise<Integer>(loop, "first");
                  var second = new Promise<Integer>(loop, "second");
                  Task<Integer> task =
                      loop.spawn(
                          "impatient",
                          () -> {
                            try {
                              return first.await(loop.deadline(SOON));
                            } catch (DeadlineException e) {
                              return second.await();
                            }
                          });
                  EventLoop.sleep(SOON);
                  first.complete(1);
                  EventLoop.sleep(SOON);
                  second.complete(2);
                  int value = task.await();
                  assertTrue(value == 1 || value == 2, "" + value);
                  return null;
                }));
  }

  /** Whoever gives up at the very time of a signal must not take it along. */
  @Test
  void aSignalIsNeverLostToACancelledWaiter() {
    RandomSeeds.forEach(
        1_000,
        seed ->
            EventLoop.run(
                Simulation.of(seed),
                "main",
                () -> {
                  EventLoop loop = EventLoop.current();
                  var change = new Condition(loop, "a change");
                  var tokens = new int[] {0};
                  var taken = new int[] {0};
                  List<Task<?>> takers = new ArrayList<>();
                  for (int i = 0; i < 6; i++) {
                    long patience = loop.random().nextLong(1, 6);
                    takers.add(
                        loop.spawn(
                            "taker " + i,
                            () -> {
                              while (tokens[0] == 0) {
                                try {
                                  change.await(loop.deadline(Duration.ofMillis(patience)));
                                } catch (DeadlineException e) {
                                  EventLoop.yieldNow();
                                }
                              }
                              tokens[0]--;
                              return taken[0]++;
                            }));
                  }
                  for (int i = 0; i < 6; i++) {
                    EventLoop.sleep(Duration.ofMillis(loop.random().nextLong(1, 4)));
                    tokens[0]++;
                    change.signal();
                  }
                  for (Task<?> taker : takers) {
                    taker.await();
                  }
                  assertEquals(6, taken[0]);
                  return null;
                }));
  }
}

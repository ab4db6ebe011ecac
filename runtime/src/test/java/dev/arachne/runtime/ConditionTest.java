package dev.arachne.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionTest {
  private static final Duration SOON = Duration.ofMillis(1);

  @Test
  void aSignalWakesWhoHasWaitedLongest() {
    List<String> woken = new ArrayList<>();
    EventLoop.run(
        "main",
        () -> {
          var change = new Condition(EventLoop.current(), "a change");
          List<Task<?>> waiting = wait(change, woken, "a", "b", "c");
          assertEquals(3, change.waiting());
          change.signal();
          waiting.get(0).await();
          assertEquals(List.of("a"), woken);
          change.signalAll();
          waiting.get(1).await();
          waiting.get(2).await();
          assertEquals(0, change.waiting());
          return null;
        });
    assertEquals(List.of("a", "b", "c"), woken);
  }

  private static List<Task<?>> wait(Condition change, List<String> woken, String... names) {
    List<Task<?>> waiting = new ArrayList<>();
    for (String name : names) {
      waiting.add(
          EventLoop.current()
              .spawn(
                  name,
                  () -> {
                    change.await(Deadline.NEVER);
                    return woken.add(name);
                  }));
      EventLoop.yieldNow();
    }
    return waiting;
  }

  @Test
  void aSignalToAnEmptyLineIsLost() {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          var change = new Condition(loop, "a change");
          change.signal();
          change.signalAll();
          var thrown =
              assertThrows(DeadlineException.class, () -> change.await(loop.deadline(SOON)));
          assertEquals("deadline passed while waiting for a change", thrown.getMessage());
          assertEquals(0, change.waiting());
          return null;
        });
  }
}

package dev.arachne.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Timers and idle time of a loop, which need time that is exact. */
class VirtualTimeTest {
  private static final Duration SOON = Duration.ofMillis(1);
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void anAlarmRingsOnItsBeatUntilItIsCancelled() {
    List<Long> seconds = new ArrayList<>();
    EventLoop.run(
        Simulation.of(1),
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          Timer alarm = loop.every(SECOND, () -> seconds.add(loop.time().nanos() / 1_000_000_000));
          EventLoop.sleep(Duration.ofMillis(4_500));
          alarm.cancel();
          EventLoop.sleep(Duration.ofHours(1));
          return null;
        });
    assertEquals(List.of(1L, 2L, 3L, 4L), seconds);
  }

  @Test
  void anAlarmCancelsItself() {
    var rings = new ArrayList<String>();
    EventLoop.run(
        Simulation.of(1),
        "main",
        () -> {
          var alarm = new Timer[1];
          alarm[0] =
              EventLoop.current()
                  .every(
                      SECOND,
                      () -> {
                        rings.add("once");
                        alarm[0].cancel();
                      });
          EventLoop.sleep(Duration.ofMinutes(1));
          return null;
        });
    assertEquals(List.of("once"), rings);
  }

  @Test
  void aLoopKnowsHowLongItHadNothingToDo() {
    EventLoop.run(
        Simulation.of(1),
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          long begin = loop.time().nanos();
          EventLoop.sleep(SECOND);
          long waited = loop.waitedNanos();
          assertTrue(waited > SECOND.minus(SOON).toNanos(), waited + " ns");
          assertTrue(waited <= loop.time().nanos() - begin, waited + " ns");
          for (int i = 0; i < 1_000; i++) {
            EventLoop.yieldNow();
          }
          assertEquals(waited, loop.waitedNanos());
          return null;
        });
  }
}

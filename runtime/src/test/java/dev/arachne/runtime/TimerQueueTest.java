package dev.arachne.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TimerQueueTest {
  private static final class Mark extends TimerQueue.Entry {
    @Override
    void fire() {}
  }

  @Test
  void timersComeInTheOrderOfTheirTimesWhateverIsCancelledMeanwhile() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var queue = new TimerQueue();
      var expected = new TreeMap<Long, List<Mark>>();
      var all = new ArrayList<Mark>();
      var times = new ArrayList<Long>();
      for (int i = 0; i < 500; i++) {
        var mark = new Mark();
        long at = random.nextInt(100);
        queue.add(mark, at);
        expected.computeIfAbsent(at, _ -> new ArrayList<>()).add(mark);
        all.add(mark);
        times.add(at);
        int victim = random.nextInt(all.size());
        if (random.nextInt(10) < 7) {
          queue.cancel(all.get(victim));
          expected.get(times.get(victim)).remove(all.get(victim));
        }
      }
      for (long now = 0; now < 100; now++) {
        for (Mark mark : expected.getOrDefault(now, List.of())) {
          assertEquals(mark, queue.pollDue(now), "seed " + seed);
        }
        assertNull(queue.pollDue(now), "seed " + seed);
      }
      assertEquals(Long.MAX_VALUE, queue.untilNext(0));
    }
  }
}

package dev.arachne.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class UpdateBroadcasterTest {
  private final CountDownLatch glances = new CountDownLatch(3);
  private final UpdateBroadcaster pulse =
      new UpdateBroadcaster(
          new UpdateBroadcaster.Beat() {
            @Override
            public void glance() {
              glances.countDown();
            }

            @Override
            public String look() {
              return "all";
            }

            @Override
            public UpdateBroadcaster.Glimpse glimpse() {
              return new UpdateBroadcaster.Glimpse("part", false);
            }
          },
          2);

  @AfterEach
  void close() {
    pulse.close();
  }

  @Test
  void theFirstLookAndEachFifthAreWhole() throws Exception {
    pulse.start();
    assertTrue(pulse.enter());
    List<String> seen = new ArrayList<>();
    for (UpdateBroadcaster.Frame frame = pulse.nextWhole(0); seen.size() < 6; ) {
      seen.add(frame.text());
      frame = pulse.next(frame.number());
    }
    assertEquals(List.of("all", "part", "part", "part", "part", "all"), seen);
    pulse.leave();
  }

  @Test
  void aLaterClientBeginsWithAFullMessage() throws Exception {
    pulse.start();
    assertTrue(pulse.enter());
    UpdateBroadcaster.Frame first = pulse.nextWhole(0);
    UpdateBroadcaster.Frame part = pulse.next(first.number());
    assertFalse(part.isWhole());
    assertTrue(pulse.enter());
    assertEquals("all", pulse.nextWhole(pulse.number()).text());
    assertFalse(pulse.enter(), "there is room for two");
    pulse.leave();
    pulse.leave();
  }

  @Test
  void aHurryOfAnUnwatchedDashboardIsOneGlance() throws Exception {
    pulse.start();
    pulse.hurry();
    assertFalse(
        glances.await(2, TimeUnit.SECONDS), "it glances more often than every five seconds");
  }

  @Test
  void theLastLookIsWhole() throws Exception {
    pulse.start();
    assertTrue(pulse.enter());
    UpdateBroadcaster.Frame first = pulse.nextWhole(0);
    Thread closer = Thread.ofVirtual().start(pulse::close);
    UpdateBroadcaster.Frame last = first;
    for (UpdateBroadcaster.Frame next = first; next != null; next = pulse.next(next.number())) {
      last = next;
    }
    assertTrue(last.number() > first.number());
    assertEquals("all", last.text());
    assertNull(pulse.nextWhole(last.number()));
    pulse.leave();
    closer.join();
  }
}

package dev.arachne.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LeaseWindowTest {
  private static final long MILLISECOND = 1_000_000;
  private static final int MOST = 64;

  private final LeaseWindow window = new LeaseWindow();
  private long now;

  /** All leases of a round are answered after so many milliseconds. */
  private void round(long millis) {
    int leases = window.size();
    long started = ++now;
    now += millis * MILLISECOND;
    for (int i = leases; i > 0; i--) {
      window.answered(started, now, millis * MILLISECOND, leases, MOST);
    }
  }

  @Test
  void itDoublesEachRoundUpToWhatIsAllowed() {
    for (int expected : new int[] {4, 8, 16, 32, 64, 64}) {
      assertEquals(expected, window.size());
      round(50);
    }
  }

  @Test
  void afterAFailureItHalvesOnceAndGrowsByOneARound() {
    for (int i = 0; i < 3; i++) {
      round(50);
    }
    long started = ++now;
    for (int i = 0; i < 10; i++) {
      window.failed(started, ++now);
    }
    assertEquals(16, window.size());
    round(50);
    assertEquals(16, window.size(), "nearly one more");
    round(50);
    assertEquals(17, window.size());
  }

  @Test
  void withoutDemandItDoesNotGrow() {
    for (int i = 0; i < 100; i++) {
      window.answered(++now, ++now, 1, 1, MOST);
    }
    assertEquals(LeaseWindow.START, window.size());
  }

  @Test
  void oneLeaseIsLeftHoweverMuchFails() {
    for (int i = 0; i < 10; i++) {
      window.failed(++now, ++now);
    }
    assertEquals(1, window.size());
  }

  @Test
  void aHostThatServesOneAfterAnotherIsNotMadeToQueueForLong() {
    for (int i = 0; i < 300; i++) {
      round(20L * window.size());
    }
    long wait = 20L * window.size();
    assertTrue(wait >= 100 && wait < 500, wait + " ms in the queue");
  }

  @Test
  void pagesThatDifferInWhatTheyCostDoNotCutItBelowWhereItBegan() {
    for (int i = 0; i < 1_000; i++) {
      round(i / 10 % 2 == 0 ? 1 : 900);
    }
    assertTrue(window.size() >= LeaseWindow.START, window.size() + " leases");
  }

  @Test
  void afterARefusalOneLeaseIsOutAndThenSoonAsManyAsBefore() {
    for (int i = 0; i < 3; i++) {
      round(50);
    }
    window.close(++now, ++now);
    for (int expected : new int[] {1, 2, 4, 8, 16, 32}) {
      assertEquals(expected, window.size());
      round(50);
    }
    assertEquals(33, window.size(), "from here by a twentieth a round");
  }

  @Test
  void aKnownHostIsNotMetWithMoreThanItBore() {
    window.failed(++now, ++now);
    assertEquals(2, window.bound());
    assertEquals(2, LeaseWindow.known(window.bound()).size());
    assertEquals(LeaseWindow.START, LeaseWindow.known(0).size());
    assertEquals(0, LeaseWindow.known(0).bound());
  }
}

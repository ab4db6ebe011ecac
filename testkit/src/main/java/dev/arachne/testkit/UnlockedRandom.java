package dev.arachne.testkit;

import java.security.SecureRandom;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Random numbers for keys that keep no secret, without the lock of the system's, which the servers
 * of a test and the loop under test would take at the same time. The client of a real crawl does
 * take it on its loop, for microseconds, in each handshake.
 */
final class UnlockedRandom extends SecureRandom {
  private static final long serialVersionUID = 1L;

  @Override
  public void nextBytes(byte[] bytes) {
    ThreadLocalRandom.current().nextBytes(bytes);
  }
}

package dev.arachne.cli;

import dev.arachne.testkit.TestWeb;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** When processes of a crawl are killed: after how many requests, which chance says. */
final class KillMoments {
  private final Random random;
  private final int pages;

  /** Moments of a crawl of so many pages. */
  KillMoments(Random random, int pages) {
    this.random = random;
    this.pages = pages;
  }

  /**
   * A number of requests, all of this crawl together; one time out of ten it is the first
   * milliseconds of the process that are meant.
   *
   * @param requests so far
   * @param kills after this one
   */
  long next(long requests, int kills) {
    long left = pages - requests;
    return random.nextInt(10) == 0 || left <= 0
        ? requests
        : requests + random.nextLong(1 + 2 * left / (kills + 1));
  }

  /** Waits for a moment; false if the process ends before it. */
  boolean await(long requests, TestWeb web, Process process) throws InterruptedException {
    if (web.requestCount() >= requests) {
      return !process.waitFor(random.nextInt(800), TimeUnit.MILLISECONDS);
    }
    while (web.requestCount() < requests) {
      if (process.waitFor(1, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return process.isAlive();
  }
}

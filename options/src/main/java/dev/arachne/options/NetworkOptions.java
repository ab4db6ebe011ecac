package dev.arachne.options;

import java.time.Duration;

/**
 * How replies are got. Immutable.
 *
 * @param tasks URLs worked on at a time at most, from 1; a URL whose host is silent or slow does
 *     not count while it waits
 * @param loops event loops, each a thread, on which pages are fetched and read, from 1; no more
 *     than {@code tasks} are of use, or started
 * @param timeout how long a host may be silent, while connecting or replying, before the attempt
 *     has failed; more than zero
 * @param userAgent the User-Agent header; its first product token is the name for robots rules;
 *     visible ASCII, spaces only between
 */
public record NetworkOptions(int tasks, int loops, Duration timeout, String userAgent) {
  public NetworkOptions {
    OptionTable.TASKS.check(tasks);
    OptionTable.LOOPS.check(loops);
    OptionTable.TIMEOUT.check(timeout);
    OptionTable.USER_AGENT.check(userAgent);
  }

  /** The name by which robots rules know this crawler: the first product of its User-Agent. */
  public String robotsName() {
    int end = 0;
    while (end < userAgent.length() && "/ ".indexOf(userAgent.charAt(end)) < 0) {
      end++;
    }
    return userAgent.substring(0, end);
  }
}

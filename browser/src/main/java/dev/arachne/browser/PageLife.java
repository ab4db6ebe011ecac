package dev.arachne.browser;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The lifetime of a page by the clock of this machine, without the time in which it waits for
 * replies. Confined to the event loop of the tab.
 */
final class PageLife {
  private static final Duration TO_ANSWER = Duration.ofSeconds(2);

  /** Of a page that has little of a CPU: a tenth of one is enough for what others do in a life. */
  private static final int MOST_LIVES = 10;

  /** A page that answers as often is not occupied by a script. */
  private static final Duration A_PAUSE = Duration.ofSeconds(1);

  /** A page that waits as long for replies leaves its tab to others. */
  private static final Duration A_WAIT = Duration.ofMillis(500);

  private final EventLoop loop = EventLoop.current();
  private final DevTools tools;
  private final String session;
  private final PageCounts counts;
  private final Duration life;

  /**
   * Requests without a reply, the time since which there are any, and the total of earlier waits.
   */
  private int waiting;

  private long pausedAt;
  private long waited;
  private long since;
  private int lives;

  /** The CPU time that its process and its browser had used in earlier lives, and their end. */
  private Optional<Duration> usedBefore = Optional.empty();

  private Optional<Duration> allUsedBefore = Optional.empty();

  private long countedSince;

  /**
   * The life of a page that begins now.
   *
   * @param session of its tab
   */
  PageLife(DevTools tools, String session, PageCounts counts, Duration life) {
    this.tools = tools;
    this.session = session;
    this.counts = counts;
    this.life = life;
    renew();
  }

  /** Begins it anew. */
  void renew() {
    lives = 1;
    restart();
  }

  private void restart() {
    since = loop.time().nanos();
    pausedAt = since;
    waited = 0;
  }

  /** Records that the page waits for one more reply, or for one less. */
  void wait(int more) {
    long now = loop.time().nanos();
    if (waiting == 0) {
      pausedAt = now;
    }
    waiting += more;
    if (waiting == 0) {
      waited += now - pausedAt;
    }
  }

  /** Its end; never while a reply will come, since that wait is not the page's fault. */
  Deadline end() {
    long left = life.toNanos() - (loop.time().nanos() - since - waited);
    return waiting > 0 ? Deadline.NEVER : loop.deadline(Duration.ofNanos(Math.max(0, left)));
  }

  /**
   * Gives a page at its end the same time once more, if it answers or had little of a CPU; and
   * again for as long as its browser has little of a CPU as well, as one of low priority while
   * others compute.
   *
   * @throws BrowserException if it computes without an end
   */
  void prolong() throws BrowserException {
    boolean hadLittle = hadLittle(usedBefore, counts.used());
    boolean mayLive =
        lives == 1
            ? hadLittle || answers(TO_ANSWER)
            : lives < MOST_LIVES && hadLittle && hadLittle(allUsedBefore, counts.usedByBrowser());
    if (!mayLive) {
      throw new BrowserException(
          BrowserException.Kind.PAGE,
          "its scripts do not come to rest within %d s".formatted(life.toSeconds()));
    }
    lives++;
    restart();
    count();
  }

  /** Tells it of the page for as long as that lives. */
  void watch(BooleanSupplier isAtRest, LongPage its) {
    EventLoop.sleep(A_WAIT);
    count();
    BooleanSupplier mayCompute = () -> waiting == 0 && !isAtRest.getAsBoolean();
    while (true) {
      if (mayCompute.getAsBoolean() && !answers(A_PAUSE) && mayCompute.getAsBoolean()) {
        its.computes();
      } else if (waiting > 0 && loop.time().nanos() - pausedAt >= A_WAIT.toNanos()) {
        its.waits();
      }
      EventLoop.sleep(A_WAIT);
    }
  }

  /**
   * Whether the page is free to do something else: it waits for its turn on a machine that others
   * occupy, or for its own timers, rather than to compute without an end.
   */
  private boolean answers(Duration within) {
    try {
      var _ =
          tools.call(session, "Runtime.evaluate", Map.of("expression", "0"), loop.deadline(within));
      return true;
    } catch (BrowserException e) {
      return false;
    }
  }

  private void count() {
    usedBefore = counts.used();
    allUsedBefore = counts.usedByBrowser();
    countedSince = loop.time().nanos();
  }

  /** Whether less than half of a CPU was used in this life, since others needed it. */
  private boolean hadLittle(Optional<Duration> before, Optional<Duration> now) {
    Duration half = Duration.ofNanos((loop.time().nanos() - countedSince) / 2);
    return before.isPresent()
        && now.isPresent()
        && now.get().minus(before.get()).compareTo(half) < 0;
  }
}

package dev.arachne.crawl;

import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The places at which the workers of a crawl work on URLs: as many as the crawl has tasks. A worker
 * that only waits for a host, or for a page processor that waits itself, leaves its place to
 * another one, so a host that is silent takes nothing from the hosts that answer. What waits costs
 * a coroutine and a connection or a thread, so there is a bound on that, too. Confined to the
 * crawl's loop.
 *
 * <pre>
 *            enter            wait               goOn             (next URL)
 *   outside -------> at work -------> waiting -----------> at work ----> at work, or outside
 *                                                                        if there are too many
 * </pre>
 *
 * <p>A worker goes on at once when its host has answered, even if all places are taken by then. So
 * there may be more workers at work than places for a moment, and a worker that waits for a host
 * never waits for another worker.
 */
final class Places {
  /** What takes longer than this is waited for without a place. */
  private static final Duration SLOW = Duration.ofMillis(250);

  private final int most;
  private final int mostWaiting;
  private final Condition free;
  private final List<Place> all = new ArrayList<>();
  private Runnable newWorker = () -> {};
  private int workers;
  private int taken;
  private int waiting;

  /**
   * Places for one crawl.
   *
   * @param most workers at work, at least 1
   * @param mostWaiting workers that wait for hosts without a place
   */
  Places(EventLoop loop, int most, int mostWaiting) {
    this.most = most;
    this.mostWaiting = mostWaiting;
    this.free = new Condition(loop, "a place to work at");
  }

  /** A place of one worker, which is outside. */
  Place place() {
    var place = new Place();
    all.add(place);
    return place;
  }

  /** Has workers give their places up that have waited for long. */
  void relieve(long now) {
    for (Place place : List.copyOf(all)) {
      long since = place.since;
      if (since != 0 && now - since > SLOW.toNanos() && place.isPassive()) {
        place.await();
      }
    }
  }

  /**
   * Has all places taken, from now on.
   *
   * @param newWorker starts a worker, which enters soon
   */
  void staffWith(Runnable newWorker) {
    this.newWorker = newWorker;
    for (int i = 0; i < most; i++) {
      addWorker();
    }
  }

  private void addWorker() {
    workers++;
    newWorker.run();
  }

  /** What one worker has: a place, or leave to wait without one. */
  final class Place {
    private boolean isWaiting;

    /** When what is waited for began, on the loop's clock; 0 while nothing is. Any thread. */
    private volatile long since;

    /** The thread that has the page; null while none has. */
    private volatile @Nullable Thread processor;

    /** A fetch begins. On any loop. */
    void fetching(long now) {
      since = now;
    }

    /** The fetch is over. On any loop. */
    void fetched() {
      since = 0;
    }

    /** The calling thread begins to process the page. */
    void processing(long now) {
      processor = Thread.currentThread();
      since = now;
    }

    /** The page is processed. */
    void processed() {
      since = 0;
      processor = null;
    }

    /** Whether nothing is computed here: a processor that computes is not helped by more pages. */
    private boolean isPassive() {
      Thread thread = processor;
      return thread == null
          || switch (thread.getState()) {
            case WAITING, TIMED_WAITING -> true;
            case NEW, RUNNABLE, BLOCKED, TERMINATED -> false;
          };
    }

    /** Waits until a place is free, and takes it. */
    void enter() {
      while (taken >= most) {
        free.await(Deadline.NEVER);
      }
      taken++;
    }

    /** Leaves the place for good. */
    void leave() {
      taken--;
      free.signal();
    }

    /** Gives the place to another worker while a host is waited for, if not too many do so. */
    void await() {
      if (!isWaiting && waiting < mostWaiting) {
        isWaiting = true;
        waiting++;
        leave();
        if (workers < most + waiting) {
          addWorker();
        }
      }
    }

    /** The wait is over. */
    void goOn() {
      if (isWaiting) {
        isWaiting = false;
        waiting--;
        taken++;
      }
    }

    /** Has the place for the next URL: at once, unless there are more workers than places. */
    void renew() {
      goOn();
      if (taken > most) {
        leave();
        enter();
      }
    }
  }
}

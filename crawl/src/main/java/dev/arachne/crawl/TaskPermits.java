package dev.arachne.crawl;

import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The permits of workers to work on a URL: one for each of the crawl's tasks. A worker that only
 * waits, for a host or for a page processor that itself waits, hands its place to another worker.
 * So silent hosts do not slow down the others. A waiting worker costs a coroutine and a connection
 * or a thread, so their number is bounded, too. Confined to its event loop.
 *
 * <pre>
 *            enter            wait               goOn             (next URL)
 *   outside -------> at work -------> waiting -----------> at work ----> at work, or outside
 *                                                                        if there are too many
 * </pre>
 *
 * <p>A worker continues at once when its host has answered, even if all places are taken by then.
 * So for a moment more workers than places may be at work, and a worker that waits for a host never
 * waits for another worker.
 */
final class TaskPermits {
  /** A longer wait takes no place. */
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
   * @param most workers at work, from 1
   * @param mostWaiting workers that wait without a place
   */
  TaskPermits(EventLoop loop, int most, int mostWaiting) {
    this.most = most;
    this.mostWaiting = mostWaiting;
    this.free = new Condition(loop, "a place to work at");
  }

  /** Adds the place of one worker, which is not in it yet. */
  Place place() {
    var place = new Place();
    all.add(place);
    return place;
  }

  /** Releases the places of workers that have waited for long. */
  void relieve(long now) {
    for (Place place : List.copyOf(all)) {
      long since = place.since;
      if (since != 0 && now - since > SLOW.toNanos() && place.isPassive()) {
        place.await();
      }
    }
  }

  /**
   * Fills all places, now and later.
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

  /** The place of one worker: held, or released while the worker waits. */
  final class Place {
    private boolean isWaiting;

    /** The start of the current wait, on the loop's clock, or 0. Thread-safe. */
    private volatile long since;

    /** The thread that processes the page; null if none does. */
    private volatile @Nullable Thread processor;

    /** Notes the start of a fetch. Called on any loop. */
    void fetching(long now) {
      since = now;
    }

    /** Notes the end of the fetch. Called on any loop. */
    void fetched() {
      since = 0;
    }

    /** Notes that the calling thread starts to process the page. */
    void processing(long now) {
      processor = Thread.currentThread();
      since = now;
    }

    /** Notes the end of processing. */
    void processed() {
      since = 0;
      processor = null;
    }

    /** Whether the wait uses no CPU: more pages do not help a processor that computes. */
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

    /** Hands the place to another worker during a wait, unless too many workers wait. */
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

    /** Ends the wait. */
    void goOn() {
      if (isWaiting) {
        isWaiting = false;
        waiting--;
        taken++;
      }
    }

    /** Takes the place for the next URL: at once, unless there are more workers than places. */
    void renew() {
      goOn();
      if (taken > most) {
        leave();
        enter();
      }
    }
  }
}

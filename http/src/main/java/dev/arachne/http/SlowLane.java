package dev.arachne.http;

import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;

/**
 * Schedules long work on the loop. Each task gets a slice of two milliseconds. A task that is not
 * done by then continues in the slow lane: one task at a time, one slice in each turn of the loop.
 * So all long work takes as much of the loop as one task, and short work is not delayed. Confined
 * to its event loop.
 */
final class SlowLane {

  private static final long SLICE_NANOS = 2_000_000;

  private final EventLoop loop;
  private final Condition free;
  private boolean taken;

  /** A lane of the calling coroutine's loop. */
  SlowLane() {
    loop = EventLoop.current();
    free = new Condition(loop, "the slow lane");
  }

  /** Begins a piece of work, which is over when it is closed. */
  Work begin(Deadline deadline) {
    return new Work(deadline);
  }

  /** Begins a piece of work that has the lane from its beginning; waits while another has it. */
  Work enter(Deadline deadline) {
    var work = new Work(deadline);
    work.takeLane();
    return work;
  }

  /** A piece of work of one coroutine. */
  final class Work implements AutoCloseable {
    private final Deadline deadline;
    private long since = loop.time().nanos();
    private boolean hasLane;

    private Work(Deadline deadline) {
      this.deadline = deadline;
    }

    /**
     * Yields if the slice is over.
     *
     * @throws DeadlineException if the deadline has passed
     */
    void giveWay() {
      if (loop.time().nanos() - since < SLICE_NANOS) {
        return;
      }
      if (deadline.hasPassed()) {
        throw new DeadlineException(free);
      }
      EventLoop.yieldNow();
      if (!hasLane) {
        takeLane();
      }
      since = loop.time().nanos();
    }

    private void takeLane() {
      while (taken) {
        free.await(deadline);
      }
      taken = true;
      hasLane = true;
    }

    @Override
    public void close() {
      if (hasLane) {
        taken = false;
        free.signal();
      }
    }
  }
}

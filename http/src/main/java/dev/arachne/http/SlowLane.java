package dev.arachne.http;

import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;

/**
 * Shares out the loop among long pieces of work. Each gets a slice of two milliseconds; one that is
 * not done by then goes on in the slow lane, a slice for each turn of the loop, and only one at a
 * time. So long work takes as much of the loop as one such piece, and what is short is not held up.
 * Confined to its event loop.
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
     * Lets others run if the slice is over.
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

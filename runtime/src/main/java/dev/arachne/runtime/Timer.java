package dev.arachne.runtime;

/**
 * A callback that its loop runs at one or more times, unless it is cancelled before. Confined to
 * the loop.
 */
public final class Timer extends TimerQueue.Entry {
  private final EventLoop loop;
  private final Runnable callback;

  /** Nanoseconds from one run to the next; 0 for a timer that runs once. */
  private final long period;

  private long next;
  private boolean cancelled;

  Timer(EventLoop loop, Runnable callback, long first, long period) {
    this.loop = loop;
    this.callback = callback;
    this.period = period;
    this.next = first;
    loop.timers().add(this, first);
  }

  /** Cancels the callback, which will not run any more. Costs O(1) amortised. */
  public void cancel() {
    cancelled = true;
    loop.timers().cancel(this);
  }

  @Override
  void fire() {
    loop.ready(this::expire);
  }

  private void expire() {
    if (cancelled) {
      return;
    }
    if (period > 0) {
      // The period counts from the first time; runs that a late loop missed are skipped, not
      // repeated.
      long missed = Math.max(0, (loop.time().nanos() - next) / period);
      next += (missed + 1) * period;
      loop.timers().add(this, next);
    }
    callback.run();
  }
}

package dev.arachne.runtime;

/** A callback that its loop runs at a time, unless it is cancelled before. Confined to the loop. */
public final class Alarm extends TimerQueue.Entry {
  private final EventLoop loop;
  private final Runnable callback;

  Alarm(EventLoop loop, Runnable callback) {
    this.loop = loop;
    this.callback = callback;
  }

  /** The callback will not run, unless it has. Costs O(1) amortised. */
  public void cancel() {
    loop.timers().cancel(this);
  }

  @Override
  void fire() {
    loop.ready(callback);
  }
}

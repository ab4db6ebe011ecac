package dev.arachne.runtime;

import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A pool of threads that may block, for work of one kind. Slow work fills its own bulkhead and
 * delays no other. Thread-safe.
 *
 * <p>Work goes to an idle thread. Without an idle thread one more is started, up to the bulkhead's
 * width; when all are busy, work is queued. A coroutine waits for each entry of the queue, so their
 * number bounds its length. A coroutine that stops waiting removes its entry, and the work is never
 * done. Threads end after ten idle seconds, so a bulkhead need not be closed.
 *
 * <p>A thread that waits for a {@link Promise} or {@link Task} releases its place to another
 * meanwhile. So work that waits for other work of the same bulkhead does not deadlock.
 *
 * <p>Submitting work takes no lock, since a loop submits it. A {@code ThreadPoolExecutor} takes a
 * lock to start a thread; while another thread holds that, the coroutine is stopped in the middle
 * of a step.
 */
public final class Bulkhead {
  private static final int USUAL_WIDTH = 32;
  private static final long IDLE_SECONDS = 10;

  /** The number of idle threads that are kept; others end, since each takes some 100 KB. */
  private static final int MOST_IDLE = 16;

  /** The number of threads that may wait for promises without a place; further ones keep theirs. */
  private static final int MOST_WAITING = 1_000;

  /** The number of cancelled entries in the queue before they are removed. */
  private static final int MOST_DROPPED = 64;

  /** The bulkhead for work that names no other. */
  static final Bulkhead DEFAULT = of("blocking", USUAL_WIDTH);

  private final String name;
  private final int width;

  /** The executor of the work that the threads take; null if they run it themselves. */
  private final @Nullable Executor executor;

  private final LinkedTransferQueue<Job<?>> queue = new LinkedTransferQueue<>();

  /** Threads that do work or look for it. */
  private final AtomicInteger places = new AtomicInteger();

  private final AtomicInteger idle = new AtomicInteger();

  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger dropped = new AtomicInteger();
  private final AtomicInteger started = new AtomicInteger();

  private Bulkhead(String name, int width, @Nullable Executor executor) {
    this.name = name;
    this.width = width;
    this.executor = executor;
  }

  /**
   * A bulkhead without threads yet.
   *
   * @param name of the threads, with a number behind
   * @param width the maximum number of threads, at least 1
   */
  public static Bulkhead of(String name, int width) {
    if (width < 1) {
      throw new IllegalArgumentException("bulkhead " + name + " of " + width + " threads");
    }
    return new Bulkhead(name, width, null);
  }

  /**
   * A bulkhead whose work is done by {@code executor}, which may have any number of threads; its
   * owner closes it. Rejected work fails with the executor's exception. The executor may take
   * locks, and it may block for back-pressure: a thread submits the work, not a loop.
   */
  public static Bulkhead of(String name, Executor executor) {
    return new Bulkhead(name, 1, executor);
  }

  /**
   * A bulkhead with a virtual thread for each piece of work, on the JDK's own scheduler: for work
   * that waits more than it computes. The number of concurrent pieces is unbounded.
   */
  public static Bulkhead ofVirtualThreads(String name) {
    return of(name, Thread::startVirtualThread);
  }

  /** One piece of work, which is taken once: to be done, or to be dropped. */
  static final class Job<T> implements Runnable {
    private final @Nullable Bulkhead bulkhead;
    private final Promise<T> result;
    private final AtomicReference<@Nullable Callable<T>> work;

    /**
     * Work whose result is set on a loop.
     *
     * @param bulkhead null if the loop does it itself
     */
    Job(@Nullable Bulkhead bulkhead, Promise<T> result, Callable<T> work) {
      this.bulkhead = bulkhead;
      this.result = result;
      this.work = new AtomicReference<>(work);
    }

    Promise<T> result() {
      return result;
    }

    /** Does the work, unless it was dropped. */
    @Override
    public void run() {
      Callable<T> taken = work.getAndSet(null);
      if (taken == null) {
        return;
      }
      try {
        result.complete(taken.call());
      } catch (Throwable failure) {
        result.fail(failure);
      }
    }

    /** Fails the work for this reason; it will not be done. */
    void refuse(Throwable reason) {
      if (work.getAndSet(null) != null) {
        result.fail(reason);
      }
    }

    /** Drops the work if it has not begun. */
    void drop() {
      if (work.getAndSet(null) != null && bulkhead != null) {
        bulkhead.sweep();
      }
    }

    boolean isTaken() {
      return work.get() == null;
    }
  }

  /** A thread with a place, until it has been idle for long or there are enough others. */
  private final class Worker extends Thread {
    private @Nullable Job<?> first;

    Worker(@Nullable Job<?> first) {
      super(null, null, name + "-" + started.getAndIncrement(), 0, false);
      this.first = first;
      setDaemon(true);
    }

    @Override
    public void run() {
      Job<?> job = first == null ? next() : first;
      first = null;
      while (job != null) {
        workOn(job);
        if (leaveIfTooMany()) {
          return;
        }
        job = next();
      }
    }

    private void workOn(Job<?> job) {
      if (executor == null) {
        job.run();
        return;
      }
      try {
        executor.execute(job);
      } catch (Throwable e) { // Any failure: the next piece of work needs this thread.
        job.refuse(e);
      }
    }

    /**
     * The next work. Null if the thread was idle for long, or there are enough idle ones; it then
     * has no place.
     */
    private @Nullable Job<?> next() {
      while (true) {
        Job<?> job = poll();
        if (job != null) {
          return job;
        }
        places.decrementAndGet();
        // A caller that submitted work meanwhile may have seen all places taken.
        if (queue.isEmpty() || !takePlace()) {
          return null;
        }
      }
    }

    private @Nullable Job<?> poll() {
      Job<?> job = queue.poll();
      if (job != null) {
        return job;
      }
      try {
        boolean mayWait = idle.incrementAndGet() <= MOST_IDLE;
        return mayWait ? queue.poll(IDLE_SECONDS, TimeUnit.SECONDS) : null;
      } catch (InterruptedException e) {
        return queue.poll(); // Caused by work that interrupted its own thread.
      } finally {
        idle.decrementAndGet();
      }
    }

    private boolean leaveIfTooMany() {
      for (int now = places.get(); now > width; now = places.get()) {
        if (places.compareAndSet(now, now - 1)) {
          return true;
        }
      }
      return false;
    }

    /** Releases this thread's place to another thread. False if this thread keeps it. */
    private boolean lendPlace() {
      if (waiting.incrementAndGet() > MOST_WAITING) {
        waiting.decrementAndGet();
        return false;
      }
      places.decrementAndGet();
      if (!queue.isEmpty() && takePlace()) {
        new Worker(null).start();
      }
      return true;
    }

    private void takePlaceBack() {
      waiting.decrementAndGet();
      places.incrementAndGet();
    }
  }

  /** A wait of a thread that is not a coroutine. */
  @FunctionalInterface
  interface Wait {
    boolean end() throws InterruptedException;
  }

  /**
   * Waits; if the calling thread belongs to a bulkhead, another thread takes its place meanwhile.
   */
  static boolean waitWithoutPlace(Wait wait) throws InterruptedException {
    if (!(Thread.currentThread() instanceof Worker worker) || !worker.lendPlace()) {
      return wait.end();
    }
    try {
      return wait.end();
    } finally {
      worker.takePlaceBack();
    }
  }

  /** Submits {@code job} to a thread. */
  void hand(Job<?> job) {
    if (queue.tryTransfer(job)) {
      return;
    }
    if (takePlace()) {
      new Worker(job).start();
      return;
    }
    queue.put(job);
    if (takePlace()) { // The last thread may have left without having seen the job.
      new Worker(null).start();
    }
  }

  /**
   * The amount of work that waits for a thread, including dropped work that was not removed yet.
   */
  int queued() {
    return queue.size();
  }

  private boolean takePlace() {
    for (int now = places.get(); now < width; now = places.get()) {
      if (places.compareAndSet(now, now + 1)) {
        return true;
      }
    }
    return false;
  }

  private void sweep() {
    if (dropped.incrementAndGet() >= MOST_DROPPED) {
      dropped.set(0);
      queue.removeIf(Job::isTaken);
    }
  }

  @Override
  public String toString() {
    return "bulkhead " + name;
  }
}

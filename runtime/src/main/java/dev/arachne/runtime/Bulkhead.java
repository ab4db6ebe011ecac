package dev.arachne.runtime;

import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Threads that may block, for work of one kind. Work that is slow fills its own bulkhead and holds
 * up no other. Thread-safe.
 *
 * <p>Work goes to a thread that is idle. Where none is, one more is started, up to the bulkhead's
 * width; where all are busy, work queues up. A coroutine waits for each entry of the queue, so the
 * queue is as long as there are such coroutines; one that gives up takes its entry out, and the
 * work is never done. Threads end after ten idle seconds, so a bulkhead need not be closed.
 *
 * <p>A thread that waits for a {@link Promise} or {@link Task} gives its place to another
 * meanwhile. So work that waits for other work of the same bulkhead does not wait for ever.
 *
 * <p>No lock is taken to hand work in, since a loop does that: a {@code ThreadPoolExecutor} takes
 * one to start a thread, and while another thread holds it the coroutine is stopped in the middle
 * of a step.
 */
public final class Bulkhead {
  private static final int USUAL_WIDTH = 32;
  private static final long IDLE_SECONDS = 10;

  /** Threads that look for work; others end, since each takes some 100 KB. */
  private static final int MOST_IDLE = 16;

  /** Threads that wait for promises and have given up their places; others keep theirs. */
  private static final int MOST_WAITING = 1_000;

  /** Entries left in the queue without work before they are swept out. */
  private static final int MOST_DROPPED = 64;

  /** For work that names no other. */
  static final Bulkhead USUAL = of("blocking", USUAL_WIDTH);

  private final String name;
  private final int width;

  /** Who does the work that the threads take; null where they do it. */
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
   * @param width how many of them there may be, at least 1
   */
  public static Bulkhead of(String name, int width) {
    if (width < 1) {
      throw new IllegalArgumentException("bulkhead " + name + " of " + width + " threads");
    }
    return new Bulkhead(name, width, null);
  }

  /**
   * A bulkhead whose work is done by {@code executor}, which has as many threads as it likes and is
   * its owner's to close. Work that it rejects fails with what it throws. It may take locks, and it
   * may block when it has enough: a thread hands the work over, and no loop.
   */
  public static Bulkhead of(String name, Executor executor) {
    return new Bulkhead(name, 1, executor);
  }

  /**
   * A bulkhead with a virtual thread for each piece of work, on the JDK's own scheduler: for work
   * that waits more than it computes. As much of it is done at a time as there is.
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
     * Work whose result is told on a loop.
     *
     * @param bulkhead null where the loop does it itself
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

    /** The work will not be done, for this reason. */
    void refuse(Throwable reason) {
      if (work.getAndSet(null) != null) {
        result.fail(reason);
      }
    }

    /** The work will not be done if it has not begun. */
    void drop() {
      if (work.getAndSet(null) != null && bulkhead != null) {
        bulkhead.sweep();
      }
    }

    boolean isTaken() {
      return work.get() == null;
    }
  }

  /** A thread with a place, until it has been idle for long or there are others enough. */
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
      } catch (Throwable e) { // Whatever it is, the next piece of work needs this thread.
        job.refuse(e);
      }
    }

    /** Null when the thread has been idle for long, or others are; it has no place then. */
    private @Nullable Job<?> next() {
      while (true) {
        Job<?> job = poll();
        if (job != null) {
          return job;
        }
        places.decrementAndGet();
        // Who handed work in meanwhile may have seen all places taken.
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
        return queue.poll(); // By work that interrupted its own thread.
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

    /** Lets another thread have this one's place. False if this one keeps it. */
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

  /** A wait of a thread that is no coroutine. */
  @FunctionalInterface
  interface Wait {
    boolean end() throws InterruptedException;
  }

  /** Waits; if the calling thread is one of a bulkhead, another does that one's work meanwhile. */
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

  /** Has {@code job} done by a thread. */
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

  /** How much work waits for a thread, dropped work that was not swept out included. */
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

package dev.arachne.runtime;

import dev.arachne.runtime.Coroutine.CancelRequest;
import dev.arachne.runtime.LoopOptions.UnmanagedBlocking;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One thread that runs many coroutines: those that are ready, in order; when none is ready, it
 * waits for the network and the clock.
 *
 * <pre>
 *                 +------------------------- one turn -------------------------+
 *                 | poller: channels that became ready --+                     |
 *   execute() --> | handed in ---------------------------+--> run queue -->    |
 *  (any thread)   | due timers --------------------------+      a coroutine to its next wait,
 *                 |                                             a callback to its end
 *                 +------------------------------------------------------------+
 * </pre>
 *
 * <p>A turn polls. It does not wait while an entry is ready; otherwise it waits for an event, the
 * next timer or a hand-in. Then it runs only the entries that are ready by then, so neither a busy
 * coroutine nor a busy socket starves the other.
 *
 * <p>Methods may be called from any thread if their documentation says so; all others only on the
 * loop, that is by its coroutines and callbacks. State that is used only on a loop needs no lock.
 */
public final class EventLoop implements AutoCloseable {
  static final System.Logger LOG = System.getLogger("dev.arachne.runtime");

  private final String name;
  private final World world;
  private final LoopOptions options;
  private final Poller poller;
  private final Thread thread;
  private final RunQueue queue = new RunQueue(this::wake);
  private final TimerQueue timers = new TimerQueue();
  private final LiveTasks tasks = new LiveTasks();
  private final LoopShutdown end = new LoopShutdown(this, queue, tasks);
  private final BufferPool buffers = new BufferPool();
  private final AtomicLong unmanagedBlocking = new AtomicLong();

  /** Odd while an entry of the run queue is at work; written by the loop, read by the watch. */
  private final AtomicLong entries = new AtomicLong();

  /** Written by the loop. */
  private final AtomicLong waitedNanos = new AtomicLong();

  private final UnobservedFailure.OfLoop unobservedFailures = new UnobservedFailure.OfLoop();

  private @Nullable Coroutine current;
  private @Nullable Thread currentThread;

  /** Sleeping loops with new entries from the running coroutine. */
  private final List<Poller> toWake = new ArrayList<>();

  private long turns;

  /** Whether the thread has left the loop. Only that thread reads it, so it needs no fence. */
  private boolean left;

  private boolean interrupted;

  /**
   * A body that one loop runs for another.
   *
   * @param <T> the type of its result
   * @param <E> the type of its checked exceptions
   */
  @FunctionalInterface
  public interface Body<T, E extends Exception> {
    /** Does it. */
    T run() throws E;
  }

  private EventLoop(String name, World world, LoopOptions options, Thread thread) {
    this.name = name;
    this.world = world;
    this.options = options;
    this.thread = thread;
    this.poller = world.newPoller(this);
  }

  /**
   * Runs {@code body} as the first coroutine of a new loop on the calling thread, until it has
   * ended; tasks that still live then are cancelled. Python's {@code asyncio.run}. A virtual
   * thread, which may be a coroutine, waits while a thread made for it runs the loop.
   *
   * <p>An interrupt of the calling thread cancels the body, unless it comes at a moment at which a
   * coroutine has the thread: the JDK clears it then.
   *
   * @throws TaskFailedException if the body threw
   * @throws CancelledException if the calling thread was interrupted; it is still so afterwards
   * @throws Error if a callback threw it
   */
  public static <T> T run(World world, String name, Callable<T> body) {
    return run(world, LoopOptions.DEFAULT, name, body);
  }

  /**
   * {@link #run(World, String, Callable)} on a loop that is watched according to {@code options}.
   */
  public static <T> T run(World world, LoopOptions options, String name, Callable<T> body) {
    if (Thread.currentThread().isVirtual()) {
      return PlatformThreadLoop.run(world, options, name, body);
    }
    var loop = new EventLoop(name, world, options, Thread.currentThread());
    Task<T> main = loop.spawnMain(body);
    loop.runUntilStopped(main);
    return main.await();
  }

  /** A loop that {@code thread} is to run by {@link #runUntilStopped}. */
  static EventLoop on(Thread thread, World world, LoopOptions options, String name) {
    return new EventLoop(name, world, options, thread);
  }

  /** The task with which the loop ends. */
  <T> Task<T> spawnMain(Callable<T> body) {
    Task<T> main = spawn(name, body);
    main.observe();
    main.onDone(end::request);
    return main;
  }

  /** {@link #run(World, String, Callable)} in the real world. */
  public static <T> T run(String name, Callable<T> body) {
    return run(World.real(), name, body);
  }

  /**
   * Begins {@code body} as the first coroutine of a new loop on a thread made for it, and returns
   * at once. The loop ends with the body; the process does not end before it.
   *
   * @return the body; any thread may await it
   */
  public static <T> Task<T> begin(String name, Callable<T> body) {
    var loop = new EventLoop[1];
    Thread thread = Thread.ofPlatform().name(name).unstarted(() -> loop[0].runToItsEnd());
    loop[0] = new EventLoop(name, World.real(), LoopOptions.DEFAULT, thread);
    Task<T> main = loop[0].spawnMain(body);
    thread.start();
    return main;
  }

  /** Starts a loop on a thread of its own; it runs until {@link #close}. */
  public static EventLoop start(String name) {
    return start(name, LoopOptions.DEFAULT);
  }

  /** {@link #start(String)} with a watch according to {@code options}. */
  public static EventLoop start(String name, LoopOptions options) {
    var loop = new EventLoop[1];
    Thread thread = Thread.ofPlatform().name(name).daemon().unstarted(() -> loop[0].runToItsEnd());
    loop[0] = new EventLoop(name, World.real(), options, thread);
    thread.start();
    return loop[0];
  }

  /**
   * The loop on which the caller runs.
   *
   * @throws IllegalStateException if the caller is neither a coroutine nor a callback
   */
  public static EventLoop current() {
    EventLoop loop = RunningLoops.ofCaller();
    if (loop == null) {
      throw new IllegalStateException(
          Thread.currentThread() + " runs no coroutine: start one by EventLoop.run or spawn");
    }
    return loop;
  }

  /** The name of the loop. */
  public String name() {
    return name;
  }

  /** The clocks of this loop's world. Any thread. */
  public TimeSource time() {
    return world.time();
  }

  /** The randomness of this loop's world. */
  public RandomGenerator random() {
    return world.random();
  }

  /** The world in which this loop runs. Any thread. */
  public World world() {
    return world;
  }

  /** Buffers that this loop lends to its coroutines and callbacks. */
  public BufferPool buffers() {
    return buffers;
  }

  /**
   * Registers {@code owner} for a call on this loop when {@code channel} is ready for an operation
   * in its key's interest set, which is empty at first. The channel is non-blocking from now on,
   * and is closed with the loop.
   *
   * @throws IllegalStateException if this loop's world has no sockets
   */
  public SelectionKey register(SelectableChannel channel, Selectable owner) throws IOException {
    if (!(poller instanceof SelectorPoller selector)) {
      throw new IllegalStateException("the world of " + this + " has no sockets");
    }
    return selector.register(channel, owner);
  }

  /** The deadline after {@code wait}. Any thread. */
  public Deadline deadline(Duration wait) {
    return Deadline.after(time(), wait);
  }

  /** Makes {@code body} a coroutine of this loop; it begins at the loop's next turn. Any thread. */
  public <T> Task<T> spawn(String taskName, Callable<T> body) {
    var task = new Task<>(this, taskName, body);
    if (inLoop()) {
      admit(task);
    } else {
      execute(() -> admit(task));
    }
    return task;
  }

  /**
   * Runs {@code body} as a coroutine of this loop while the calling coroutine, of any loop, waits
   * for it: a call from loop to loop. When the caller is cancelled, so is the body. The call then
   * ends with the body, or at the end of the {@linkplain LoopOptions#gracePeriod grace period} of
   * the caller's loop; a result is dropped.
   *
   * @param what names the body in messages and task dumps
   * @throws E if the body threw it; its unchecked exceptions are thrown, too
   * @throws LoopFailedError if this loop broke down before the body had ended
   */
  public <T, E extends Exception> T call(String what, Body<T, E> body) throws E {
    EventLoop caller = current();
    if (caller == this) {
      return body.run();
    }
    var task = new Task<T>(this, what, body::run, new Promise<>(caller, what));
    try {
      execute(() -> admit(task));
      return task.await();
    } catch (TaskFailedException e) {
      throw thrownBy(body, e.failure());
    } catch (CancelledException | IllegalStateException e) {
      if (e instanceof CancelledException) {
        task.cancel();
        awaitEnd(task, caller.deadline(caller.options.gracePeriod()), e);
      }
      end.failure()
          .ifPresent(why -> {
            throw new LoopFailedError(this, what, why);
          });
      throw e;
    }
  }

  /** Waits for {@code task}, which was cancelled because {@code reason} ended the call for it. */
  private void awaitEnd(Task<?> task, Deadline latest, Throwable reason) {
    while (!task.isDone()) {
      try {
        task.await(latest);
      } catch (CancelledException e) {
        continue; // The task's, or a second one of the caller, which will throw the first.
      } catch (TaskFailedException e) {
        reason.addSuppressed(e.failure());
      } catch (IllegalStateException e) {
        return; // Its loop is closed.
      } catch (DeadlineException e) {
        LOG.log(Level.WARNING, task + " goes on, though the call for it was cancelled");
        return;
      }
    }
  }

  /** Runs {@code callback} at the loop's next turn. Any thread; many calls cost one wake-up. */
  public void execute(Runnable callback) {
    if (!offer(callback)) {
      throw new IllegalStateException("loop " + name + " is closed");
    }
  }

  /** Waits for the time {@code wait}. Coroutines only. */
  public static void sleep(Duration wait) {
    EventLoop loop = current();
    Waiter waiter = loop.coroutine().newWaiter("sleep");
    Timer alarm = loop.after(wait, waiter::wake);
    try {
      waiter.await(Deadline.NEVER);
    } finally {
      alarm.cancel();
    }
  }

  /** Lets all entries that are ready now run first. Coroutines only. */
  public static void yieldNow() {
    EventLoop loop = current();
    Waiter waiter = loop.coroutine().newWaiter("its turn");
    loop.ready(waiter::wake);
    waiter.await(Deadline.NEVER);
  }

  /** Runs {@code callback} on the loop after {@code wait}. */
  public Timer after(Duration wait, Runnable callback) {
    return new Timer(this, callback, time().nanos() + wait.toNanos(), 0);
  }

  /**
   * Runs {@code callback} on the loop every {@code period}, until the alarm is cancelled. A late
   * run does not delay those after it, and missed runs are skipped.
   *
   * @param period longer than zero
   */
  public Timer every(Duration period, Runnable callback) {
    if (!period.isPositive()) {
      throw new IllegalArgumentException("a period of " + period);
    }
    return new Timer(this, callback, time().nanos() + period.toNanos(), period.toNanos());
  }

  /**
   * {@link #offload(Bulkhead, String, Callable, Deadline)} with 32 threads that all loops share.
   */
  public <T> T offload(String what, Callable<T> work, Deadline deadline) {
    return offload(Bulkhead.DEFAULT, what, work, deadline);
  }

  /**
   * Runs blocking work (files, foreign code) on a thread of {@code bulkhead}, while the calling
   * coroutine waits. In a simulation the loop does the work itself.
   *
   * <p>When the wait is cancelled or its deadline passes, work that has not begun is dropped. Work
   * that has begun continues, and its result is dropped.
   *
   * @param what names the work in messages and task dumps
   * @throws TaskFailedException if the work threw
   * @throws DeadlineException if the deadline passed first
   */
  public <T> T offload(Bulkhead bulkhead, String what, Callable<T> work, Deadline deadline) {
    if (deadline != Deadline.NEVER && deadline.hasPassed()) {
      throw new DeadlineException(what);
    }
    Bulkhead.Job<T> job = handOver(bulkhead, what, work);
    try {
      return job.result().await(deadline);
    } catch (DeadlineException | CancelledException e) {
      job.drop();
      throw e;
    }
  }

  /** {@link #offloadWhole(Bulkhead, String, Callable)} with the threads that all loops share. */
  public <T> T offloadWhole(String what, Callable<T> work) {
    return offloadWhole(Bulkhead.DEFAULT, what, work);
  }

  /**
   * {@link #offload} of work that must be done and must end before the caller continues, such as
   * closing a file. A cancellation is thrown by the caller's next wait after this one.
   */
  public <T> T offloadWhole(Bulkhead bulkhead, String what, Callable<T> work) {
    Coroutine caller = coroutine();
    List<CancelRequest> thrownBefore = caller.thrownCancels();
    Promise<T> result = handOver(bulkhead, what, work).result();
    try {
      while (!result.isDone()) {
        awaitWhole(result);
      }
      return result.await();
    } finally {
      caller.repeatCancels(thrownBefore);
    }
  }

  private <T> Bulkhead.Job<T> handOver(Bulkhead bulkhead, String what, Callable<T> work) {
    var result = new Promise<T>(this, what);
    if (world.hasThreads()) {
      var job = new Bulkhead.Job<>(bulkhead, result, work);
      bulkhead.hand(job);
      return job;
    }
    var job = new Bulkhead.Job<>(null, result, work);
    if (world.isWorkWaiting()) {
      spawn(
          what,
          () -> {
            job.run();
            return true;
          });
    } else {
      ready(job);
    }
    return job;
  }

  private static void awaitWhole(Promise<?> result) {
    try {
      result.await();
    } catch (CancelledException | TaskFailedException e) {
      return; // The caller's cancellation and the work's failure are thrown later.
    }
  }

  /**
   * The total time for which the loop was idle, in nanoseconds; the rest of the time it was busy.
   * Any thread.
   */
  public long waitedNanos() {
    return waitedNanos.getOpaque();
  }

  /**
   * The number of resumptions of coroutines by something other than a wait of this runtime: a
   * contended monitor, a JDK lock or sleep. Each one is a wait that no deadline bounds and that
   * holds up the loop. Always 0 where coroutines run on the JDK's scheduler, since it cannot be
   * seen there. Any thread.
   */
  public long unmanagedBlocking() {
    return unmanagedBlocking.get();
  }

  /** The snapshots of all living tasks, in the order in which they were spawned. */
  public List<TaskSnapshot> dump() {
    return tasks.dump(time().nanos());
  }

  /**
   * Cancels all tasks, lets their finally-blocks run, closes all channels and ends the loop's
   * thread. Called from outside, it waits for that, as a coroutine if the caller is one; on the
   * loop, it only requests it.
   *
   * @throws IllegalStateException if the loop had ended before, because its options forbade the
   *     stop of a coroutine
   * @throws Error if the loop had ended before, because a callback threw it
   */
  @Override
  public void close() {
    requestClose();
    if (inLoop()) {
      return;
    }
    EventLoop caller = RunningLoops.ofCaller();
    boolean ended =
        caller == null || caller.current == null
            ? join()
            : caller.offloadWhole("the end of " + this, this::join);
    if (ended) {
      end.rethrowFailure();
    }
  }

  private boolean join() {
    try {
      thread.join();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Requests the loop to close; any thread, does not wait. */
  void requestClose() {
    if (inLoop()) {
      end.request();
    } else {
      offer(end::request);
    }
  }

  /** True on the loop: in one of its coroutines or callbacks. */
  public boolean inLoop() {
    Thread caller = Thread.currentThread();
    return caller == currentThread || (caller == thread && !left);
  }

  Thread thread() {
    return thread;
  }

  TimerQueue timers() {
    return timers;
  }

  LoopOptions options() {
    return options;
  }

  UnobservedFailure.OfLoop unobservedFailures() {
    return unobservedFailures;
  }

  @Nullable Coroutine running() {
    return current;
  }

  /** The calling coroutine. */
  Coroutine coroutine() {
    Coroutine coroutine = current;
    if (coroutine == null || Thread.currentThread() != currentThread) {
      throw new IllegalStateException("only a coroutine of loop " + name + " can wait here");
    }
    return coroutine;
  }

  Coroutine newCoroutine(Task<?> task, Runnable body) {
    return ScheduledCoroutine.AVAILABLE
        ? new ScheduledCoroutine(this, task, body)
        : new HandoffCoroutine(this, task, body);
  }

  /** {@link #execute} that is false where the loop is closed. Any thread. */
  boolean offer(Runnable callback) {
    if (!inLoop()) {
      return submit(callback);
    }
    queue.add(callback);
    return true;
  }

  /** {@link #offer} by a thread that does not run the loop now, even if it is the loop's thread. */
  boolean submit(Runnable callback) {
    return queue.submit(callback);
  }

  /**
   * A selector is woken under a monitor, where a coroutine of another loop could be stopped in the
   * middle of its step. That loop's thread does it once the coroutine has stopped. Any thread.
   */
  private void wake() {
    EventLoop caller = RunningLoops.ofCaller();
    if (caller != null
        && caller.current instanceof ScheduledCoroutine
        && caller.currentThread == Thread.currentThread()) {
      caller.toWake.add(poller);
    } else {
      poller.wakeup();
    }
  }

  /** Wakes the loops to which the last coroutine handed entries; on the loop's thread. */
  void wakeOthers() {
    if (!toWake.isEmpty()) {
      toWake.forEach(Poller::wakeup);
      toWake.clear();
    }
  }

  /** Puts {@code runnable} at the end of the run queue. */
  void ready(Runnable runnable) {
    assert inLoop();
    queue.add(runnable);
  }

  /**
   * Makes {@code coroutine} the current one while {@code part} of it, up to its next wait, runs.
   */
  void runAs(Coroutine coroutine, Runnable part) {
    assert current == null : "a coroutine was resumed inside another";
    current = coroutine;
    currentThread = coroutine.thread();
    try {
      part.run();
    } finally {
      current = null;
      currentThread = null;
      wakeOthers();
    }
  }

  /** Handles a {@code coroutine} that was stopped by something other than a wait of the runtime. */
  void blockedOutsideRuntime(Coroutine coroutine) {
    if (options.unmanagedBlocking() == UnmanagedBlocking.FAIL) {
      var stopped =
          new IllegalStateException(
              coroutine.task() + " was stopped by something other than a wait of the runtime");
      stopped.setStackTrace(coroutine.stack());
      end.fail(stopped);
    }
  }

  /**
   * Counts a coroutine that was made runnable by something other than a wait of the runtime. Any
   * thread.
   */
  void countOtherResumption() {
    unmanagedBlocking.incrementAndGet();
  }

  void ended(Task<?> task) {
    tasks.remove(task);
  }

  @SuppressWarnings({"unchecked", "unused"}) // a body's exception is its E, or unchecked
  private static <E extends Exception> E thrownBy(Body<?, E> body, Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return (E) thrown;
  }

  private void admit(Task<?> task) {
    if (queue.isClosed()) {
      task.abandon();
    } else {
      tasks.add(task);
      queue.add(new Task.Beginning(task));
    }
  }

  private void runToItsEnd() {
    try {
      runUntilStopped(null);
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, this + " broke down", e);
    }
  }

  void runUntilStopped(@Nullable Task<?> main) {
    RunningLoops.add(this);
    StallDetector.add(this, options.blockedAfter());
    try {
      serve(main);
      end.run();
    } finally {
      StallDetector.remove(this);
      RunningLoops.remove(this);
      poller.close();
      unobservedFailures.logAll();
      left = true;
      if (interrupted) {
        thread.interrupt();
      }
    }
    end.rethrowFailure();
  }

  private void serve(@Nullable Task<?> main) {
    try {
      while (!end.isRequested()) {
        turn(Deadline.NEVER);
        if (wasInterrupted() && main != null) {
          main.cancel();
        }
      }
    } catch (RuntimeException | Error e) {
      end.fail(e);
    }
  }

  /**
   * Whether the loop's thread was interrupted since the last turn. The status is kept for the end
   * of the loop: while it is set, no selector waits and a file channel that is used is closed.
   */
  boolean wasInterrupted() {
    boolean now = Thread.interrupted();
    interrupted |= now;
    return now;
  }

  /** One turn, which waits until {@code latest} at most. */
  void turn(Deadline latest) {
    turns++;
    if (queue.maySleep()) {
      await(latest);
    } else {
      poller.poll(0);
    }
    queue.drainSubmitted();
    unobservedFailures.logUnreachable();
    long now = time().nanos();
    for (var due = timers.pollDue(now); due != null; due = timers.pollDue(now)) {
      due.fire();
    }
    run(world.arrange(queue.ready()));
  }

  private void await(Deadline latest) {
    long begin = time().nanos();
    poller.poll(Math.min(timers.untilNext(begin), Math.max(0, latest.remainingNanos())));
    waitedNanos.setOpaque(waitedNanos.getPlain() + time().nanos() - begin);
  }

  /** Runs the next {@code count} entries of the queue. */
  void run(int count) {
    for (int left = count; left > 0; left--) {
      entries.setOpaque(entries.getPlain() + 1);
      try {
        queue.next().run();
      } catch (Exception | CancelledException e) {
        LOG.log(Level.ERROR, "a callback on loop " + name + " threw", e);
      } catch (Error e) {
        // The program is broken, or out of memory; waiting callers must not wait indefinitely.
        end.fail(e);
      }
      entries.setOpaque(entries.getPlain() + 1);
    }
  }

  /** Beginnings and ends of entries of the run queue: odd while one is at work. Any thread. */
  long entryCount() {
    return entries.getOpaque();
  }

  /** The number of turns that the loop has made. */
  public long turns() {
    return turns;
  }

  @Override
  public String toString() {
    return "loop " + name;
  }
}

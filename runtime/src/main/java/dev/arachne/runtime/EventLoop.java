package dev.arachne.runtime;

import dev.arachne.runtime.LoopOptions.OtherResumptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One thread that runs many coroutines: whatever is ready, in turn; when nothing is, it waits for
 * the network and the clock.
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
 * <p>A turn polls, without waiting while something is ready, otherwise until an event, the next
 * timer or a hand-in; then it runs what is ready by then, and only that, so neither a busy
 * coroutine nor a busy socket starves the other.
 *
 * <p>Methods may be called from any thread where they say so; all others only on the loop, that is
 * by its coroutines and callbacks. State that is used only on a loop needs no lock.
 */
public final class EventLoop implements AutoCloseable {
  static final System.Logger LOG = System.getLogger("dev.arachne.runtime");

  /** How long a closing loop waits for cancelled tasks to end before it gives them up. */
  private static final Duration CLOSING_GRACE = Duration.ofSeconds(5);

  /** The loops that run now; few, replaced as a whole, so that a look-up is a short scan. */
  private static volatile EventLoop[] live = {};

  private final String name;
  private final World world;
  private final LoopOptions options;
  private final Poller poller;
  private final Thread thread;
  private final ArrayDeque<Runnable> ready = new ArrayDeque<>();
  private final TimerQueue timers = new TimerQueue();
  private final BufferPool buffers = new BufferPool();

  private final Queue<Runnable> handedIn = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean wakeupSent = new AtomicBoolean();
  private final AtomicLong otherResumptions = new AtomicLong();

  /** Odd while an entry of the run queue is at work; written by the loop, read by the watch. */
  private final AtomicLong entries = new AtomicLong();

  private final Set<UnobservedFailure> unobservedFailures = ConcurrentHashMap.newKeySet();

  private @Nullable Coroutine current;
  private @Nullable Thread currentThread;
  private @Nullable Task<?> tasks;
  private boolean stopping;

  /** Why the loop cannot go on; thrown once it has closed. */
  private @Nullable RuntimeException breakdown;

  private long turns;
  private volatile boolean closed;

  private EventLoop(String name, World world, LoopOptions options, Thread thread) {
    this.name = name;
    this.world = world;
    this.options = options;
    this.thread = thread;
    this.poller = world.newPoller(this);
  }

  /**
   * Runs {@code body} as the first coroutine of a new loop on the calling thread, until it has
   * ended; tasks that still live then are cancelled. Python's {@code asyncio.run}.
   *
   * @throws TaskFailedException if the body threw
   * @throws CancelledException if the calling thread was interrupted
   * @throws DeadlockException if the world is a simulation that cannot go on
   */
  public static <T> T run(World world, String name, Callable<T> body) {
    return run(world, LoopOptions.USUAL, name, body);
  }

  /** {@link #run(World, String, Callable)} on a loop that is watched as {@code options} say. */
  public static <T> T run(World world, LoopOptions options, String name, Callable<T> body) {
    if (Thread.currentThread().isVirtual()) {
      throw new IllegalStateException("a loop needs a platform thread to run on");
    }
    var loop = new EventLoop(name, world, options, Thread.currentThread());
    Task<T> main = loop.spawn(name, body);
    main.observe();
    main.onDone(loop::stop);
    loop.runUntilStopped(main);
    return main.await();
  }

  /** {@link #run(World, String, Callable)} in the real world. */
  public static <T> T run(String name, Callable<T> body) {
    return run(World.real(), name, body);
  }

  /** Starts a loop on a thread of its own; it runs until {@link #close}. */
  public static EventLoop start(String name) {
    return start(name, LoopOptions.USUAL);
  }

  /** {@link #start(String)} with a watch as {@code options} say. */
  public static EventLoop start(String name, LoopOptions options) {
    var loop = new EventLoop[1];
    var made = new CountDownLatch(1);
    Thread.ofPlatform()
        .name(name)
        .daemon()
        .start(() -> {
          loop[0] = new EventLoop(name, World.real(), options, Thread.currentThread());
          made.countDown();
          loop[0].runToItsEnd();
        });
    try {
      made.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledException("start of loop " + name);
    }
    return loop[0];
  }

  /**
   * The loop on which the caller runs.
   *
   * @throws IllegalStateException if the caller is neither a coroutine nor a callback
   */
  public static EventLoop current() {
    EventLoop loop = currentOrNull();
    if (loop == null) {
      throw new IllegalStateException(
          Thread.currentThread() + " runs no coroutine: start one by EventLoop.run or spawn");
    }
    return loop;
  }

  /** The loop on which the caller runs; null when it runs on none. */
  static @Nullable EventLoop currentOrNull() {
    Thread caller = Thread.currentThread();
    for (EventLoop loop : live) {
      // A racy read is enough: only a caller that is on the loop can find itself there.
      if (loop.currentThread == caller || loop.thread == caller) {
        return loop;
      }
    }
    return null;
  }

  /** What the loop was called when it was made. */
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

  /** The network of this loop's world. */
  public Network network() {
    return poller.network();
  }

  /** The name resolution of this loop's world. Any thread. */
  public Resolver resolver() {
    return world.resolver();
  }

  /** The deadline that passes when {@code wait} has gone by. Any thread. */
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

  /** Runs {@code callback} at the loop's next turn. Any thread; many calls cost one wake-up. */
  public void execute(Runnable callback) {
    if (inLoop()) {
      ready.add(callback);
      return;
    }
    handedIn.add(callback);
    if (closed && handedIn.remove(callback)) {
      throw new IllegalStateException("loop " + name + " is closed");
    }
    if (wakeupSent.compareAndSet(false, true)) {
      poller.wakeup();
    }
  }

  /** Waits for {@code wait} to go by. Coroutines only. */
  public static void sleep(Duration wait) {
    EventLoop loop = current();
    Waiter waiter = loop.coroutine().newWaiter("sleep");
    Alarm alarm = loop.after(wait, waiter::wake);
    try {
      waiter.await(Deadline.NEVER);
    } finally {
      alarm.cancel();
    }
  }

  /** Lets everything that is ready now run first. Coroutines only. */
  public static void yieldNow() {
    EventLoop loop = current();
    Waiter waiter = loop.coroutine().newWaiter("its turn");
    loop.ready(waiter::wake);
    waiter.await(Deadline.NEVER);
  }

  /** Runs {@code callback} on the loop when {@code wait} has gone by. */
  public Alarm after(Duration wait, Runnable callback) {
    return new Alarm(this, callback, time().nanos() + wait.toNanos(), 0);
  }

  /**
   * Runs {@code callback} on the loop each time another {@code period} has gone by, until the alarm
   * is cancelled. The beat is kept: a late run does not delay those after it, and beats missed
   * altogether are left out.
   *
   * @param period longer than zero
   */
  public Alarm every(Duration period, Runnable callback) {
    if (!period.isPositive()) {
      throw new IllegalArgumentException("a period of " + period);
    }
    return new Alarm(this, callback, time().nanos() + period.toNanos(), period.toNanos());
  }

  /**
   * Runs blocking work (files, name resolution by the system) on a thread that may block, while the
   * calling coroutine waits. In a simulation the work is done in place.
   *
   * @param what names the work in messages and task dumps
   * @throws TaskFailedException if the work threw
   * @throws DeadlineException if the deadline passed first; the work goes on, its result is dropped
   */
  public <T> T offload(String what, Callable<T> work, Deadline deadline) {
    return world.offload(this, what, work).await(deadline);
  }

  /**
   * How often a coroutine was resumed by something other than a wait of this runtime: a contended
   * monitor, a JDK lock or sleep. Each one is a wait that no deadline bounds. Always 0 where
   * coroutines run on the JDK's scheduler, since it cannot be seen there. Any thread.
   */
  public long otherResumptions() {
    return otherResumptions.get();
  }

  /** What every living task is doing, in the order in which they were spawned. */
  public List<TaskSnapshot> dump() {
    var snapshots = new ArrayList<TaskSnapshot>();
    for (Task<?> task = tasks; task != null; task = task.next) {
      snapshots.add(TaskSnapshot.of(task, time().nanos()));
    }
    return snapshots.reversed();
  }

  /**
   * Cancels all tasks, lets their finally-blocks run, closes all channels and ends the loop's
   * thread. Called from outside, it waits for that; on the loop, it only asks for it.
   *
   * @throws IllegalStateException if the loop had ended before, because its options forbade what a
   *     coroutine did
   */
  @Override
  public void close() {
    requestClose();
    if (inLoop()) {
      return;
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    if (breakdown != null) {
      throw breakdown;
    }
  }

  /** Asks the loop to close; any thread, does not wait. */
  void requestClose() {
    if (inLoop()) {
      stop();
    } else if (!closed) {
      try {
        execute(this::stop);
      } catch (IllegalStateException e) {
        LOG.log(Level.TRACE, "closed already", e);
      }
    }
  }

  /** True on the loop: in one of its coroutines or callbacks. */
  public boolean inLoop() {
    Thread caller = Thread.currentThread();
    return caller == currentThread || caller == thread;
  }

  Thread thread() {
    return thread;
  }

  BufferPool buffers() {
    return buffers;
  }

  TimerQueue timers() {
    return timers;
  }

  Set<UnobservedFailure> unobservedFailures() {
    return unobservedFailures;
  }

  @Nullable Coroutine running() {
    return current;
  }

  /** The coroutine that is calling. */
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
        : new BatonCoroutine(this, task, body);
  }

  /** Puts {@code runnable} at the end of the run queue. */
  void ready(Runnable runnable) {
    assert inLoop();
    ready.add(runnable);
  }

  /** Runs {@code coroutine} to its next wait. */
  void resume(Coroutine coroutine) {
    enter(coroutine);
    try {
      coroutine.resume();
    } finally {
      leave();
    }
  }

  /** Something else than a wait of the runtime made {@code coroutine} runnable. Any thread. */
  void resumedByOther(Coroutine coroutine, Runnable continuation) {
    otherResumptions.incrementAndGet();
    execute(() -> {
      if (options.otherResumptions() == OtherResumptions.FORBIDDEN) {
        breakDown(stoppedByOther(coroutine));
      }
      enter(coroutine);
      try {
        continuation.run();
      } finally {
        leave();
      }
    });
  }

  private static IllegalStateException stoppedByOther(Coroutine coroutine) {
    var stopped =
        new IllegalStateException(
            coroutine.task() + " was stopped by something other than a wait of the runtime");
    stopped.setStackTrace(coroutine.stack());
    return stopped;
  }

  private void enter(Coroutine coroutine) {
    assert current == null : "a coroutine was resumed inside another";
    current = coroutine;
    currentThread = coroutine.thread();
  }

  private void leave() {
    current = null;
    currentThread = null;
  }

  private void admit(Task<?> task) {
    Task<?> head = tasks;
    task.next = head;
    if (head != null) {
      head.previous = task;
    }
    tasks = task;
    ready.add(new Task.Beginning(task));
  }

  void ended(Task<?> task) {
    Task<?> before = task.previous;
    Task<?> after = task.next;
    if (before == null) {
      tasks = after;
    } else {
      before.next = after;
    }
    if (after != null) {
      after.previous = before;
    }
  }

  private void stop() {
    stopping = true;
  }

  /** Ends the loop, as {@link #close} does, and then throws {@code why} at whoever ran it. */
  private void breakDown(RuntimeException why) {
    if (breakdown == null) {
      breakdown = why;
    }
    stop();
  }

  private void runToItsEnd() {
    try {
      runUntilStopped(null);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, this + " broke down", e);
    }
  }

  private void runUntilStopped(@Nullable Task<?> main) {
    register();
    try {
      serve(main);
      windDown();
    } catch (IOException e) {
      throw new UncheckedIOException("loop " + name, e);
    } finally {
      closed = true;
      unregister();
      closePoller();
      unobservedFailures.forEach(UnobservedFailure::run);
    }
    if (breakdown != null) {
      throw breakdown;
    }
  }

  private void serve(@Nullable Task<?> main) throws IOException {
    try {
      while (!stopping) {
        turn(Deadline.NEVER);
        if (main != null && Thread.interrupted()) {
          main.cancel();
        }
      }
    } catch (DeadlockException e) {
      breakDown(e);
    }
  }

  private void windDown() throws IOException {
    cancelAll();
    Deadline grace = deadline(CLOSING_GRACE);
    while (tasks != null && !grace.hasPassed()) {
      turn(grace);
    }
    drain();
  }

  /**
   * How many entries of the run queue have begun or ended: odd while one is at work. Any thread.
   */
  long entryCount() {
    return entries.getOpaque();
  }

  /** How many turns the loop has made. */
  long turns() {
    return turns;
  }

  private void turn(Deadline latest) throws IOException {
    turns++;
    poller.poll(ready.isEmpty() ? untilSomethingIsDue(latest) : 0);
    takeHandedIn();
    long now = time().nanos();
    for (var due = timers.pollDue(now); due != null; due = timers.pollDue(now)) {
      due.fire();
    }
    for (int left = world.arrange(ready); left > 0; left--) {
      runOne(ready.poll());
    }
  }

  private long untilSomethingIsDue(Deadline latest) {
    return Math.min(timers.untilNext(time().nanos()), Math.max(0, latest.remainingNanos()));
  }

  private void runOne(Runnable runnable) {
    entries.setOpaque(entries.getPlain() + 1);
    try {
      runnable.run();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "a callback on loop " + name + " threw", e);
    } finally {
      entries.setOpaque(entries.getPlain() + 1);
    }
  }

  private void takeHandedIn() {
    wakeupSent.set(false);
    for (Runnable next = handedIn.poll(); next != null; next = handedIn.poll()) {
      ready.add(next);
    }
  }

  private void cancelAll() {
    for (Task<?> task = tasks; task != null; task = task.next) {
      task.cancel();
    }
  }

  /** Callbacks of the last tasks, which tell those who await them from outside. */
  private void drain() {
    takeHandedIn();
    while (!ready.isEmpty()) {
      runOne(ready.poll());
    }
    for (TaskSnapshot left : dump()) {
      LOG.log(Level.WARNING, "loop " + name + " closes on a task that does not end: " + left);
    }
  }

  private void closePoller() {
    try {
      poller.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "closing the poller of loop " + name, e);
    }
  }

  private void register() {
    synchronized (EventLoop.class) {
      EventLoop[] more = Arrays.copyOf(live, live.length + 1);
      more[live.length] = this;
      live = more;
    }
    if (options.blockedAfter() != null) {
      LoopWatch.add(this, options.blockedAfter().toNanos());
    }
  }

  private void unregister() {
    if (options.blockedAfter() != null) {
      LoopWatch.remove(this);
    }
    synchronized (EventLoop.class) {
      live = Arrays.stream(live).filter(loop -> loop != this).toArray(EventLoop[]::new);
    }
  }

  @Override
  public String toString() {
    return "loop " + name;
  }
}

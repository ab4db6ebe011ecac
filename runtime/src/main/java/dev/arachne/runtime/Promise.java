package dev.arachne.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A value that is not there yet: asyncio's Future. It is set once, from any thread, to a value, a
 * failure or "cancelled". Callbacks run on its loop, in the order of registration, never inside the
 * call that sets it. Coroutines of any loop and plain threads can await it.
 *
 * @param <T> the type of the value
 */
public final class Promise<T> {
  private sealed interface Outcome<T> {}

  private record Value<T>(@Nullable T value) implements Outcome<T> {}

  private record Failure<T>(Throwable failure) implements Outcome<T> {}

  private record Cancelled<T>() implements Outcome<T> {}

  private final EventLoop loop;
  private final String name;
  private final AtomicReference<@Nullable Outcome<T>> outcome = new AtomicReference<>();

  /** Waiters, which are woken, and Runnables, which are run; confined to the loop. */
  private @Nullable List<Object> listeners;

  /** A pending promise whose callbacks run on {@code loop}; {@code name} is for messages. */
  public Promise(EventLoop loop, String name) {
    this.loop = loop;
    this.name = name;
  }

  /** Sets the value; false when the promise was set already. */
  public boolean complete(T value) {
    return set(new Value<>(value));
  }

  /** Sets a failure, which every awaiter gets as the cause of a {@link TaskFailedException}. */
  public boolean fail(Throwable failure) {
    return set(new Failure<>(failure));
  }

  /** Sets "cancelled", which every awaiter gets as a {@link CancelledException}. */
  public boolean cancel() {
    return set(new Cancelled<>());
  }

  /** True once set. */
  public boolean isDone() {
    return outcome.get() != null;
  }

  /** True when it was set to "cancelled". */
  public boolean isCancelled() {
    return outcome.get() instanceof Cancelled;
  }

  /** The failure; null if it did not fail, or is pending. */
  public @Nullable Throwable failure() {
    return outcome.get() instanceof Failure<T>(Throwable failure) ? failure : null;
  }

  /** Runs {@code callback} on the loop once the promise is set; soon, if it is set already. */
  public void onDone(Runnable callback) {
    if (!register(callback)) {
      throw new IllegalStateException(loop + ", which would run the callback, is closed");
    }
  }

  /** Waits without a limit; see {@link #await(Deadline)}. */
  public T await() {
    return await(Deadline.NEVER);
  }

  /**
   * Waits for the value: a coroutine leaves its loop to the others meanwhile, a plain thread
   * blocks. The loop's own thread, which runs callbacks, may not wait.
   *
   * @throws TaskFailedException if it was set to a failure
   * @throws CancelledException if it was set to "cancelled", or the waiting coroutine was cancelled
   * @throws DeadlineException if the deadline passed first
   * @throws IllegalStateException if it was never set and its loop is closed
   */
  public T await(Deadline deadline) {
    if (!isDone()) {
      EventLoop here = RunningLoops.ofCaller();
      if (here == null) {
        block(deadline);
      } else {
        suspend(here, deadline);
      }
    }
    return result();
  }

  @SuppressWarnings("NullAway") // a T may be nullable; the value is returned as it was set
  private T result() {
    Outcome<T> its = outcome.get();
    if (its instanceof Value<T>(T value)) {
      return value;
    }
    if (its instanceof Failure<T>(Throwable failure)) {
      throw new TaskFailedException(name, failure);
    }
    if (its == null) {
      throw new IllegalStateException(name + " is pending, and " + loop + " closed");
    }
    throw new CancelledException(name);
  }

  private void suspend(EventLoop here, Deadline deadline) {
    Waiter waiter = here.coroutine().newWaiter(this);
    Object member = here == loop ? waiter : (Runnable) () -> here.offer(waiter::wake);
    if (!register(member)) {
      return;
    }
    try {
      waiter.await(deadline);
    } catch (DeadlineException | CancelledException e) {
      leave(member);
      throw e;
    }
  }

  private void block(Deadline deadline) {
    var done = new CountDownLatch(1);
    Runnable member = done::countDown;
    if (!register(member)) {
      return;
    }
    try {
      if (!Bulkhead.waitWithoutPlace(
          () -> done.await(deadline.remainingNanos(), TimeUnit.NANOSECONDS))) {
        leave(member);
        throw new DeadlineException(this);
      }
    } catch (InterruptedException e) {
      leave(member);
      Thread.currentThread().interrupt();
      throw new CancelledException("the thread waiting for " + name);
    }
  }

  /**
   * Adds a Waiter or a Runnable to be notified. False if the loop is closed: an outcome not set by
   * then will not be set.
   */
  private boolean register(Object member) {
    if (!loop.inLoop()) {
      return loop.offer(() -> register(member));
    }
    if (isDone()) {
      deliver(member);
    } else {
      if (listeners == null) {
        listeners = new ArrayList<>(1);
      }
      listeners.add(member);
    }
    return true;
  }

  /** Removes {@code member}, whose wait ended before the promise was set. */
  private void leave(Object member) {
    if (!loop.inLoop()) {
      loop.offer(() -> leave(member));
    } else if (listeners != null) {
      listeners.remove(member);
    }
  }

  /** The number of waits and callbacks for the promise; on its loop. */
  int listeners() {
    return listeners == null ? 0 : listeners.size();
  }

  private boolean set(Outcome<T> value) {
    if (!outcome.compareAndSet(null, value)) {
      return false;
    }
    if (loop.inLoop()) {
      tellAll();
    } else {
      loop.offer(this::tellAll); // A closed loop has no members left to notify.
    }
    return true;
  }

  private void tellAll() {
    List<Object> members = listeners;
    if (members != null) {
      listeners = null;
      members.forEach(this::deliver);
    }
  }

  private void deliver(Object member) {
    if (member instanceof Waiter waiter) {
      waiter.wake();
    } else {
      loop.ready((Runnable) member);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}

package dev.arachne.http;

import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A bound on the bytes that many fetches hold at a time, on all loops together. A fetch that would
 * exceed it waits until others have released bytes; waiting fetches are served in order.
 * Thread-safe, without locks.
 *
 * <p>Fetches that hold a part of the bytes they need and wait for the rest could deadlock. So there
 * is a reserve in addition to the shared bytes, large enough for any one fetch. The first in line
 * gets it when there is no room otherwise, and from then on never waits:
 *
 * <pre>
 *   each share   | free | taken from the shared bytes ...              never waits within "free"
 *   one of them  | free | taken from the shared bytes | the reserve    never waits any more
 * </pre>
 *
 * The fetch with the reserve can finish and release it; then the next in line gets it.
 */
public final class ByteBudget {
  private final long bytes;
  private final int free;
  private final AtomicLong left;
  private final AtomicReference<@Nullable Share> reserve = new AtomicReference<>();
  private final Queue<Waiter> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiters = new AtomicInteger();

  /** The number of concurrent calls of {@link #serve}; one of them does the work of all. */
  private final AtomicInteger serving = new AtomicInteger();

  /**
   * A budget with all bytes available.
   *
   * @param bytes shared by all
   * @param free bytes that each share has in addition
   */
  public ByteBudget(long bytes, int free) {
    if (bytes < 0 || free < 0) {
      throw new IllegalArgumentException("a budget must not be negative");
    }
    this.bytes = bytes;
    this.free = free;
    this.left = new AtomicLong(bytes);
  }

  /** A share that holds nothing yet. */
  public Share share() {
    return new Share();
  }

  /** The number of shares that wait for room. */
  public int waiting() {
    return waiters.get();
  }

  /** The number of shared bytes that are taken. */
  public long taken() {
    return bytes - left.get();
  }

  private boolean tryTake(long more) {
    long before = left.get();
    while (before >= more) {
      if (left.compareAndSet(before, before - more)) {
        return true;
      }
      before = left.get();
    }
    return false;
  }

  private void giveBack(long less) {
    left.addAndGet(less);
    serve();
  }

  private void giveReserveBack() {
    reserve.set(null);
    serve();
  }

  /** Wakes the waiting fetches for which there is room now. */
  private void serve() {
    if (waiting.isEmpty() || serving.getAndIncrement() > 0) {
      return;
    }
    int calls = 1;
    while (calls > 0) {
      Waiter first = waiting.peek();
      while (first != null && admits(first)) {
        waiting.remove();
        first = waiting.peek();
      }
      calls = serving.addAndGet(-calls);
    }
  }

  /** Whether the first in line needs to wait no longer. */
  private boolean admits(Waiter first) {
    if (first.outcome.get() != Outcome.WAITING) {
      return true;
    }
    if (tryTake(first.bytes)) {
      if (!first.wake(Outcome.TAKEN)) {
        left.addAndGet(first.bytes);
      }
      return true;
    }
    if (reserve.compareAndSet(null, first.share)) {
      if (!first.wake(Outcome.RESERVE)) {
        reserve.set(null);
      }
      return true;
    }
    return false;
  }

  private enum Outcome {
    WAITING,
    TAKEN,
    RESERVE,
    ABANDONED
  }

  private static final class Waiter {
    private final Share share;
    private final long bytes;
    private final Promise<Boolean> turn =
        new Promise<>(EventLoop.current(), "memory (see --memory)");
    private final AtomicReference<Outcome> outcome = new AtomicReference<>(Outcome.WAITING);

    Waiter(Share share, long bytes) {
      this.share = share;
      this.bytes = bytes;
    }

    boolean wake(Outcome end) {
      boolean waits = outcome.compareAndSet(Outcome.WAITING, end);
      if (waits) {
        turn.complete(true);
      }
      return waits;
    }
  }

  /** The bytes that one fetch holds. Confined to one coroutine at a time. */
  public final class Share implements AutoCloseable {
    private long held;
    private long taken;
    private boolean hasReserve;

    private Share() {}

    /** The number of bytes it holds. */
    public long held() {
      return held;
    }

    /** Holds {@code more} bytes if that needs no wait; returns whether it does. */
    public boolean tryGrow(long more) {
      long lacking = Math.max(0, held + more - free) - taken;
      boolean grows = lacking <= 0 || hasReserve || (waiting.isEmpty() && tryTake(lacking));
      if (grows) {
        held += more;
        taken += lacking <= 0 || hasReserve ? 0 : lacking;
      }
      return grows;
    }

    /**
     * Holds {@code more} bytes; waits until there is room.
     *
     * @throws CancelledException if the coroutine was cancelled; its held bytes are unchanged
     */
    public void grow(long more) {
      if (tryGrow(more)) {
        return;
      }
      long lacking = held + more - free - taken;
      var waiter = new Waiter(this, lacking);
      waiters.incrementAndGet();
      waiting.add(waiter);
      serve();
      try {
        waiter.turn.await();
      } catch (CancelledException e) {
        abandon(waiter);
        serve();
        throw e;
      } finally {
        waiters.decrementAndGet();
      }
      held += more;
      if (waiter.outcome.get() == Outcome.TAKEN) {
        taken += lacking;
      } else {
        hasReserve = true;
      }
    }

    /** Leaves the line; bytes that were granted meanwhile are released. */
    private void abandon(Waiter waiter) {
      if (waiter.outcome.compareAndSet(Outcome.WAITING, Outcome.ABANDONED)) {
        return;
      }
      if (waiter.outcome.get() == Outcome.TAKEN) {
        giveBack(waiter.bytes);
      } else {
        giveReserveBack();
      }
    }

    /**
     * Holds {@code there} bytes, the actual number, instead of {@code instead}. Never waits: bytes
     * beyond the room are counted at the next call of {@link #grow}.
     */
    public void settle(long instead, long there) {
      if (there >= instead) {
        held += there - instead;
      } else {
        shrink(instead - there);
      }
    }

    /** Releases bytes, all if it holds fewer. */
    public void shrink(long less) {
      held = Math.max(0, held - less);
      long needed = Math.max(0, held - free);
      if (hasReserve && needed <= taken) {
        hasReserve = false;
        giveReserveBack();
      }
      if (taken > needed) {
        long back = taken - needed;
        taken = needed;
        giveBack(back);
      }
    }

    /** Releases all bytes; the share can be used again. */
    @Override
    public void close() {
      shrink(held);
    }
  }
}

package dev.arachne.frontier;

import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.store.StoreException;
import dev.arachne.store.TransactionalStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Steps that a frontier does on its store: on a thread of their own if the store may block, and
 * again and again while the disk is full. Confined to the frontier's loop, whose coroutines wait.
 */
final class StoreSteps {
  /** The time from one check for room on a full disk to the next. */
  private static final Duration LOOK_FOR_ROOM = Duration.ofSeconds(1);

  private final EventLoop loop;
  private final TransactionalStore store;

  /** The single thread of the steps, which keeps them in order. */
  private final Bulkhead thread = Bulkhead.of("store", 1);

  /** Wakes the steps that wait for room on the disk. */
  private final Condition stopping;

  private Optional<String> obstacle = Optional.empty();
  private boolean stopped;
  private boolean gaveUp;

  StoreSteps(EventLoop loop, TransactionalStore store) {
    this.loop = loop;
    this.store = store;
    this.stopping = new Condition(loop, "room on the disk");
  }

  /**
   * Writes; when the disk is full, waits for room, however long that takes, and writes again. A
   * crawl that is stopped does not wait: work that was not committed is still to do.
   *
   * @param again the write to do where {@code first} has failed on a full disk
   */
  <T> T write(String what, Supplier<T> first, Supplier<T> again) {
    Supplier<T> next = first;
    while (true) {
      try {
        T written = inStore(what, next);
        obstacle = Optional.empty();
        return written;
      } catch (StoreException e) {
        if (e.kind() != StoreException.Kind.FULL) {
          throw e;
        }
        obstacle = Optional.of(String.valueOf(e.getMessage()));
        next = again;
        awaitRoom();
        if (stopped) {
          gaveUp = true;
          throw e;
        }
      }
    }
  }

  /** Ends the waiting for a full disk, now and later. */
  void stop() {
    stopped = true;
    stopping.signalAll();
  }

  /** Whether it was stopped while the disk was full, and the latest changes were dropped. */
  boolean gaveUp() {
    return gaveUp;
  }

  /** The reason why nothing can be written now, in words for people; empty while all is well. */
  Optional<String> obstacle() {
    return obstacle;
  }

  /** Closes the store. A crawl that fails does not wait for its last step; this does. */
  void close() {
    if (store.isBlocking()) {
      loop.offloadWhole(
          thread,
          "the end of the store",
          () -> {
            store.close();
            return true;
          });
    } else {
      store.close();
    }
  }

  private void awaitRoom() {
    try {
      if (!stopped) {
        stopping.await(loop.deadline(LOOK_FOR_ROOM));
      }
    } catch (DeadlineException e) {
      return; // Then the disk is checked once more.
    }
  }

  private <T> T inStore(String what, Supplier<T> step) {
    if (!store.isBlocking()) {
      return step.get();
    }
    try {
      return loop.offload(thread, what, step::get, Deadline.NEVER);
    } catch (TaskFailedException e) {
      throw e.failure() instanceof StoreException failure ? failure : e;
    }
  }
}

package dev.arachne.cluster;

import dev.arachne.store.StoreException;

/**
 * Whose turn it is at the rows of a shard: that of the thread of Streams, which commits them, or of
 * the shard. The shard asks for its turn, has it until its batch is done, and waits until that is
 * committed.
 *
 * <pre>
 *   FREE --begin--> WANTED --serve--> SHARD --commit--> DONE --committed--> FREE
 *                                       |
 *                                       +--close, with changes--> SPOILT
 * </pre>
 *
 * Thread-safe.
 */
final class Turns {
  private enum State {
    FREE,
    WANTED,
    SHARD,
    DONE,
    SPOILT,
    GONE
  }

  private final String shard;
  private State state = State.FREE;

  /** Turns at the rows of a shard of this name. */
  Turns(String shard) {
    this.shard = shard;
  }

  /** Waits for the shard's turn, unless it has it. */
  synchronized void begin() {
    if (state == State.SHARD) {
      return;
    }
    refuseIfGone();
    state = State.WANTED;
    while (state == State.WANTED) {
      await();
    }
    refuseIfGone();
  }

  /** Ends the shard's turn, and waits until what it has changed is committed. */
  synchronized void commit() {
    state = State.DONE;
    notifyAll();
    while (state == State.DONE) {
      await();
    }
    refuseIfGone();
  }

  /**
   * Ends the shard's turn without a commit.
   *
   * @param changes what it has changed: if there is anything, it must never be committed
   */
  synchronized void abandon(int changes) {
    if (state == State.SHARD || state == State.WANTED) {
      state = changes > 0 ? State.SPOILT : State.FREE;
      notifyAll();
    }
  }

  /**
   * Lets the shard have its turn if it wants it; by the thread of Streams.
   *
   * @return whether there is something to commit
   * @throws IllegalStateException if the rows are spoilt
   */
  synchronized boolean serve() {
    if (state == State.WANTED) {
      state = State.SHARD;
      notifyAll();
      while (state == State.SHARD) {
        await();
      }
    }
    if (state == State.SPOILT) {
      throw new IllegalStateException("a batch of " + shard + " has failed half-way");
    }
    return state == State.DONE;
  }

  /** All that was changed is committed; by the thread of Streams. */
  synchronized void committed() {
    if (state == State.DONE) {
      state = State.FREE;
      notifyAll();
    }
  }

  /** The rows are somebody else's from now on; by the thread of Streams. */
  synchronized void end() {
    state = State.GONE;
    notifyAll();
  }

  private void refuseIfGone() {
    if (state == State.GONE) {
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE, shard + " has gone to another worker");
    }
  }

  @SuppressWarnings("WaitNotInLoop")
  private void await() {
    boolean isInterrupted = false;
    try {
      wait(); // Each caller looks once more at the state.
    } catch (InterruptedException e) {
      isInterrupted = true;
    }
    if (isInterrupted) {
      // The turn has an end in any case: the task is closed, or its thread commits.
      Thread.currentThread().interrupt();
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE, "the wait for " + shard + " was interrupted");
    }
  }
}

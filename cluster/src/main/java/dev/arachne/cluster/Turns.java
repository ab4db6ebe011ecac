package dev.arachne.cluster;

import dev.arachne.store.StoreException;

/**
 * The turns at the rows of a shard: of the thread of Streams, which commits them, and of the shard.
 * The shard requests its turn, has it until its batch is done, and waits until that is committed.
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

  /** Ends the shard's turn, and waits until its changes are committed. */
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
   * @param changes how many it has made: if any, they must never be committed
   */
  synchronized void abandon(int changes) {
    if (state == State.SHARD || state == State.WANTED) {
      state = changes > 0 ? State.SPOILT : State.FREE;
      notifyAll();
    }
  }

  /**
   * Lets the shard have its turn if it waits for one; by the thread of Streams.
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

  /** Records that all changes are committed; by the thread of Streams. */
  synchronized void committed() {
    if (state == State.DONE) {
      state = State.FREE;
      notifyAll();
    }
  }

  /** Records that the rows belong to another worker from now on; by the thread of Streams. */
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

package dev.arachne.runtime;

import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/**
 * Everything that reaches a loop from outside the program: time, randomness, and what the network
 * brings. The real one is the machine's; that of the module {@code simulation} is a function of its
 * seed. Only a loop calls the methods; programs ask their {@link EventLoop}.
 */
public abstract class World {
  /** For worlds of other modules. */
  protected World() {}

  /** The machine's clocks and sockets. */
  public static World real() {
    return RealWorld.INSTANCE;
  }

  /** The clocks. Thread-safe, as all that they return. */
  protected abstract TimeSource time();

  /** The source of chance for programs. */
  protected abstract RandomGenerator random();

  /** What {@code loop} waits with; called once for each loop, before it runs. */
  protected abstract Poller newPoller(EventLoop loop);

  /** Whether threads do blocking work. If not, the loop does it by itself, as a callback. */
  protected abstract boolean hasThreads();

  /**
   * Says how many entries, from the head of {@code ready}, this turn runs; may reorder them first.
   * The order of those that are no {@link TaskStep} is a promise of the loop, and stays.
   */
  protected abstract int arrange(ArrayDeque<Runnable> ready);
}

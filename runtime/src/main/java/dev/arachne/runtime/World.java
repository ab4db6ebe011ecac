package dev.arachne.runtime;

import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/**
 * Everything that reaches a loop from outside the program: time, randomness, and events of the
 * network. The real one is the machine's; the one of the module {@code simulation} is a function of
 * its seed. Only a loop calls the methods; programs use their {@link EventLoop}.
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

  /** The source of randomness for programs. */
  protected abstract RandomGenerator random();

  /** The poller with which {@code loop} waits; called once for each loop, before it runs. */
  protected abstract Poller newPoller(EventLoop loop);

  /** Whether threads do blocking work. If not, the loop does it by itself, as a callback. */
  protected abstract boolean hasThreads();

  /** Whether work that the loop does by itself may wait by the runtime: then it is a coroutine. */
  protected boolean isWorkWaiting() {
    return false;
  }

  /**
   * Returns how many entries, from the head of {@code ready}, this turn runs; may reorder them
   * first. The loop guarantees the order of entries that are not a {@link TaskStep}; it must stay.
   */
  protected abstract int arrange(ArrayDeque<Runnable> ready);
}

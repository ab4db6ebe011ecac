package dev.arachne.runtime;

import java.util.ArrayDeque;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;

/**
 * Everything that reaches a loop from outside the program: time, randomness, the network, the
 * names. The real one is the machine's; a {@link Simulation} is a function of its seed.
 */
public abstract sealed class World permits RealWorld, Simulation {
  World() {}

  /** The machine's clocks, sockets and names. */
  public static World real() {
    return RealWorld.INSTANCE;
  }

  abstract TimeSource time();

  abstract RandomGenerator random();

  abstract Resolver resolver();

  abstract Poller newPoller(EventLoop loop);

  /** Does blocking work somewhere else than on {@code loop}, if this world has such a place. */
  abstract <T> Promise<T> offload(EventLoop loop, String name, Callable<T> work);

  /**
   * Says how many entries, from the head of {@code ready}, this turn runs; may reorder them first.
   */
  abstract int arrange(ArrayDeque<Runnable> ready);
}

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

  /**
   * Has blocking work done by a thread of {@code bulkhead}, and its result told on {@code loop}; by
   * the loop itself where this world has no threads.
   */
  abstract <T> Bulkhead.Job<T> offload(
      EventLoop loop, Bulkhead bulkhead, String name, Callable<T> work);

  /**
   * Says how many entries, from the head of {@code ready}, this turn runs; may reorder them first.
   */
  abstract int arrange(ArrayDeque<Runnable> ready);
}

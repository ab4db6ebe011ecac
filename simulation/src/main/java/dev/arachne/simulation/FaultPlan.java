package dev.arachne.simulation;

import java.net.InetSocketAddress;
import java.util.random.RandomGenerator;

/**
 * The faults of connections and names in a simulation. It must depend only on its arguments and its
 * own earlier calls, or a seed would not replay.
 */
@FunctionalInterface
public interface FaultPlan {
  /** A plan without faults. */
  FaultPlan NONE = (_, _) -> Fault.NONE;

  /** The fault of the next connection to {@code to}. */
  Fault connection(InetSocketAddress to, RandomGenerator random);

  /** The fault of the next DNS lookup of {@code host}. */
  default DnsFault name(String host, RandomGenerator random) {
    return DnsFault.NONE;
  }

  /**
   * Each connection and each question fails with probability {@code chance}, in any way.
   *
   * @param chance from 0 to 1
   * @param bytes within how many bytes of a conversation a connection is lost, at least 1
   */
  static FaultPlan random(double chance, int bytes) {
    return new FaultPlan() {
      @Override
      public Fault connection(InetSocketAddress to, RandomGenerator random) {
        return random.nextDouble() < chance ? Fault.any(random, bytes) : Fault.NONE;
      }

      @Override
      public DnsFault name(String host, RandomGenerator random) {
        return random.nextDouble() < chance
            ? DnsFault.values()[random.nextInt(1, DnsFault.values().length)]
            : DnsFault.NONE;
      }
    };
  }
}

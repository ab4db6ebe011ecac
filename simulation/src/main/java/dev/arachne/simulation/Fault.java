package dev.arachne.simulation;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * A fault of one simulated connection. Bytes are counted in both directions together, so that a
 * connection can be lost at any byte of a conversation.
 */
public sealed interface Fault {
  /** No fault: the connection is as good as its network. */
  Fault NONE = new None();

  /**
   * The number of bytes after which the fault strikes; {@link Long#MAX_VALUE} for a fault that does
   * not count bytes.
   */
  default long afterBytes() {
    return Long.MAX_VALUE;
  }

  /** No fault. */
  record None() implements Fault {}

  /** No program listens: connecting fails after a round trip. */
  record Refused() implements Fault {}

  /** The server does not answer: connecting lasts until its deadline. */
  record BlackHole() implements Fault {}

  /** After {@code afterBytes} bytes both sides get "connection reset". */
  record Reset(long afterBytes) implements Fault {
    /** Checks the range. */
    public Reset {
      check(afterBytes);
    }
  }

  /** After {@code afterBytes} bytes both sides read the end, and cannot write any more. */
  record Cut(long afterBytes) implements Fault {
    /** Checks the range. */
    public Cut {
      check(afterBytes);
    }
  }

  /** After {@code afterBytes} bytes none pass any more, and neither side gets an error. */
  record HalfOpen(long afterBytes) implements Fault {
    /** Checks the range. */
    public HalfOpen {
      check(afterBytes);
    }
  }

  /** Bytes pass one at a time, each {@code perByte} after the one before. */
  record Drip(Duration perByte) implements Fault {}

  /** A fault of any kind but {@link None}; one that counts strikes within {@code bytes}. */
  static Fault any(RandomGenerator random, int bytes) {
    return switch (random.nextInt(6)) {
      case 0 -> new Refused();
      case 1 -> new BlackHole();
      case 2 -> new Reset(random.nextInt(bytes));
      case 3 -> new Cut(random.nextInt(bytes));
      case 4 -> new HalfOpen(random.nextInt(bytes));
      default -> new Drip(Duration.ofMillis(random.nextInt(1, 1_000)));
    };
  }

  private static void check(long afterBytes) {
    if (afterBytes < 0) {
      throw new IllegalArgumentException("a fault after " + afterBytes + " bytes");
    }
  }
}

package dev.arachne.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.random.RandomGenerator;

/** The machine: its clocks and its sockets. */
final class RealWorld extends World {
  static final RealWorld INSTANCE = new RealWorld();

  private final RandomGenerator random = RandomGenerator.getDefault();

  private RealWorld() {}

  @Override
  protected TimeSource time() {
    return TimeSource.SYSTEM;
  }

  @Override
  protected RandomGenerator random() {
    return random;
  }

  @Override
  protected Poller newPoller(EventLoop loop) {
    try {
      return new SelectorPoller(loop);
    } catch (IOException e) {
      throw new UncheckedIOException("no selector for " + loop, e);
    }
  }

  @Override
  protected boolean hasThreads() {
    return true;
  }

  @Override
  protected int arrange(ArrayDeque<Runnable> ready) {
    return ready.size();
  }
}

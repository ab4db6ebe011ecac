package dev.arachne.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** The machine: its clocks, its sockets, its name resolution. */
final class RealWorld extends World {
  static final RealWorld INSTANCE = new RealWorld();

  /** Threads that may block at the same time; further work queues up behind them. */
  private static final int BLOCKING_THREADS = 32;

  private static final long IDLE_SECONDS = 10;

  private final RandomGenerator random = RandomGenerator.getDefault();

  private RealWorld() {}

  /**
   * Made when something blocks for the first time. Work goes to a thread that is idle; only where
   * none is, one more is started, and only where there are enough of them does it queue up.
   */
  private static final class Blocking {
    static final ExecutorService THREADS =
        new ThreadPoolExecutor(
            0,
            BLOCKING_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new IdleFirst(),
            Thread.ofPlatform().name("blocking-", 0).daemon().factory(),
            (work, pool) -> pool.getQueue().add(work));
  }

  /** Takes what is offered only if a thread waits for it; the pool starts a thread otherwise. */
  private static final class IdleFirst extends LinkedTransferQueue<Runnable> {
    private static final long serialVersionUID = 1;

    @Override
    public boolean offer(Runnable work) {
      return tryTransfer(work);
    }
  }

  @Override
  TimeSource time() {
    return TimeSource.SYSTEM;
  }

  @Override
  RandomGenerator random() {
    return random;
  }

  @Override
  Resolver resolver() {
    return RealWorld::resolve;
  }

  private static List<InetAddress> resolve(String host, Deadline deadline) throws IOException {
    Optional<InetAddress> literal = literal(host);
    if (literal.isPresent()) {
      return List.of(literal.get());
    }
    try {
      return EventLoop.current()
          .offload(
              "the addresses of " + host, () -> List.of(InetAddress.getAllByName(host)), deadline);
    } catch (TaskFailedException e) {
      if (e.failure() instanceof IOException failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** The address that {@code host} is, if it is one and no name: nothing has to be asked. */
  private static Optional<InetAddress> literal(String host) {
    try {
      return Optional.of(InetAddress.ofLiteral(host));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  Poller newPoller(EventLoop loop) {
    try {
      return new SelectorPoller(loop);
    } catch (IOException e) {
      throw new UncheckedIOException("no selector for " + loop, e);
    }
  }

  @Override
  <T> Promise<T> offload(EventLoop loop, String name, Callable<T> work) {
    var promise = new Promise<T>(loop, name);
    Blocking.THREADS.execute(() -> {
      try {
        promise.complete(work.call());
      } catch (Throwable failure) {
        promise.fail(failure);
      }
    });
    return promise;
  }

  @Override
  int arrange(ArrayDeque<Runnable> ready) {
    return ready.size();
  }
}

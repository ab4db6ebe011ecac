package dev.arachne.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The machine: its clocks, its sockets, its name resolution. */
final class RealWorld extends World {
  static final RealWorld INSTANCE = new RealWorld();

  /**
   * For names. A look-up that gets no answer takes its thread for up to half a minute, and the
   * system has no other way to ask; this many at a time do not hold up the next.
   */
  private static final Bulkhead NAMES = Bulkhead.of("names", 128);

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
  protected Resolver resolver() {
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
              NAMES,
              "the addresses of " + host,
              () -> List.of(InetAddress.getAllByName(host)),
              deadline);
    } catch (TaskFailedException e) {
      switch (e.failure()) {
        case UnknownHostException unknown
            when LookUpErrors.INSTANCE.isOfService(host, String.valueOf(unknown.getMessage())) ->
            throw new IOException(unknown.getMessage(), unknown);
        case IOException failure -> throw failure;
        default -> throw e;
      }
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

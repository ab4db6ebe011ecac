package dev.arachne.network;

import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/** The name resolution of the machine. Thread-safe. */
final class SystemResolver implements Resolver {
  static final SystemResolver INSTANCE = new SystemResolver();

  /**
   * The threads for DNS lookups. A lookup without an answer takes its thread for up to half a
   * minute, and the system has no other interface. This many at a time do not delay the next.
   */
  private static final Bulkhead NAMES = Bulkhead.of("names", 128);

  private SystemResolver() {}

  @Override
  public List<InetAddress> resolve(String host, Deadline deadline) throws IOException {
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
            when DnsErrors.INSTANCE.isOfService(host, String.valueOf(unknown.getMessage())) ->
            throw new IOException(unknown.getMessage(), unknown);
        case IOException failure -> throw failure;
        default -> throw e;
      }
    }
  }

  /** The address of a {@code host} that is an address literal; it needs no DNS lookup. */
  private static Optional<InetAddress> literal(String host) {
    try {
      return Optional.of(InetAddress.ofLiteral(host));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}

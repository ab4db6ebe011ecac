package dev.arachne.network;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/** Turns a host name into addresses. Called by coroutines; may wait. */
@FunctionalInterface
public interface Resolver {
  /** The name resolution of the world in which {@code loop} runs. */
  static Resolver of(EventLoop loop) {
    return loop.world() instanceof NetworkProvider world
        ? world.resolver()
        : SystemResolver.INSTANCE;
  }

  /**
   * The addresses of {@code host}, at least one, in the order of preference. An address literal
   * resolves to itself.
   *
   * @throws java.net.UnknownHostException if the name has no address
   * @throws IOException if the resolver could not be reached
   * @throws dev.arachne.runtime.DeadlineException if the deadline passed first
   */
  List<InetAddress> resolve(String host, Deadline deadline) throws IOException;
}

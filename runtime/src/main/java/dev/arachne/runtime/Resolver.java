package dev.arachne.runtime;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/** Turns a host name into addresses. Called by coroutines; may wait. */
@FunctionalInterface
public interface Resolver {
  /**
   * The addresses of {@code host}, at least one, in the order of preference. An address literal
   * resolves to itself.
   *
   * @throws java.net.UnknownHostException if the name has no address
   * @throws IOException if the names could not be asked
   * @throws DeadlineException if the deadline passed first
   */
  List<InetAddress> resolve(String host, Deadline deadline) throws IOException;
}

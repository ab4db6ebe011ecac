package dev.arachne.network;

import dev.arachne.runtime.Deadline;
import java.io.IOException;
import java.net.InetSocketAddress;

/** A listening socket. Confined to its loop. */
public interface Listener extends AutoCloseable {
  /**
   * Waits for the next connection.
   *
   * @throws java.nio.channels.ClosedChannelException if the listener is, or gets, closed
   * @throws dev.arachne.runtime.DeadlineException if the deadline passed first
   */
  Channel accept(Deadline deadline) throws IOException;

  /** The address on which it listens, with the actual port. */
  InetSocketAddress address();

  /** Stops listening; waits in accept end with an exception. */
  @Override
  void close();
}

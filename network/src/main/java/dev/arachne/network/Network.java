package dev.arachne.network;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Where channels come from. Confined to its loop; the methods are for coroutines and may wait. */
public interface Network {
  /** The network of the world in which {@code loop} runs. */
  static Network of(EventLoop loop) {
    return loop.world() instanceof NetworkProvider world ? world.network() : new TcpNetwork(loop);
  }

  /**
   * Opens a TCP connection.
   *
   * @param to a resolved address
   * @throws java.net.ConnectException if the peer refused, or no way leads to it
   * @throws dev.arachne.runtime.DeadlineException if the deadline passed first
   */
  Channel connect(InetSocketAddress to, Deadline deadline) throws IOException;

  /**
   * Listens for TCP connections.
   *
   * @param at a local address; port 0 takes a free one
   * @param backlog how many connections may wait to be accepted
   * @throws java.net.BindException if the address cannot be had
   */
  Listener listen(InetSocketAddress at, int backlog) throws IOException;
}

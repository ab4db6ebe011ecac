package dev.arachne.network;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Optional;

/** The source of channels. Confined to its loop; the methods are for coroutines and may wait. */
public interface Network {
  /** The network of the world in which {@code loop} runs. */
  static Network of(EventLoop loop) {
    return loop.world() instanceof NetworkProvider world ? world.network() : new TcpNetwork(loop);
  }

  /**
   * Opens a TCP connection.
   *
   * @param to a resolved address
   * @throws java.net.ConnectException if the peer refused, or there is no route to it
   * @throws dev.arachne.runtime.DeadlineException if the deadline passed first
   */
  default Channel connect(InetSocketAddress to, Deadline deadline) throws IOException {
    return connect(to, Optional.empty(), deadline);
  }

  /**
   * Opens a TCP connection.
   *
   * @param to a resolved address
   * @param from the local address to use; empty for the default. A world without such addresses
   *     ignores it
   * @throws java.net.ConnectException if the peer refused, or there is no route to it
   * @throws java.net.NoRouteToHostException if the two addresses are of different families
   * @throws LocalShortageException if {@code from} is not an address of this machine any more
   * @throws dev.arachne.runtime.DeadlineException if the deadline passed first
   */
  Channel connect(InetSocketAddress to, Optional<InetAddress> from, Deadline deadline)
      throws IOException;

  /** Whether connections from an address can be opened on this machine. Does not wait. */
  static boolean isLocal(InetAddress address) {
    try (DatagramChannel probe = DatagramChannel.open()) {
      probe.bind(new InetSocketAddress(address, 0));
      return !address.isAnyLocalAddress() && !address.isMulticastAddress();
    } catch (IOException | UnsupportedAddressTypeException e) {
      return false;
    }
  }

  /**
   * Listens for TCP connections.
   *
   * @param at a local address; port 0 takes a free one
   * @param backlog the number of connections that may wait to be accepted
   * @throws java.net.BindException if the address is not available
   */
  Listener listen(InetSocketAddress at, int backlog) throws IOException;
}

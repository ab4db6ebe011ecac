package dev.arachne.network;

import dev.arachne.network.LocalShortageException.Resource;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Optional;

/** The machine's network. Confined to its loop. */
final class TcpNetwork implements Network {
  static final System.Logger LOG = System.getLogger("dev.arachne.network");

  private final EventLoop loop;

  TcpNetwork(EventLoop loop) {
    this.loop = loop;
  }

  @Override
  public Channel connect(InetSocketAddress to, Optional<InetAddress> from, Deadline deadline)
      throws IOException {
    SocketChannel socket = open(to);
    try {
      if (from.isPresent()) {
        bind(socket, from.get(), to);
      }
      var channel = new TcpChannel(loop, socket, to);
      channel.connect(deadline);
      return channel;
    } catch (UnsupportedAddressTypeException e) {
      socket.close();
      var unreachable = new NoRouteToHostException("this JVM has no IPv6 for " + to);
      unreachable.initCause(e);
      throw unreachable;
    } catch (BindException e) {
      socket.close();
      throw hasRoute(to) ? new LocalShortageException(Resource.PORTS, e) : e;
    } catch (Throwable e) {
      socket.close();
      throw e;
    }
  }

  private static SocketChannel open(InetSocketAddress to) throws LocalShortageException {
    try {
      return to.getAddress() instanceof Inet4Address
          ? SocketChannel.open(StandardProtocolFamily.INET)
          : SocketChannel.open();
    } catch (IOException e) {
      throw new LocalShortageException(Resource.DESCRIPTORS, e);
    }
  }

  private static void bind(SocketChannel socket, InetAddress from, InetSocketAddress to)
      throws IOException {
    if (from instanceof Inet4Address != to.getAddress() instanceof Inet4Address) {
      throw new NoRouteToHostException("no way leads from " + from.getHostAddress() + " to " + to);
    }
    try {
      socket.bind(new InetSocketAddress(from, 0));
    } catch (BindException e) {
      Resource lacking = Network.isLocal(from) ? Resource.PORTS : Resource.ADDRESS;
      throw new LocalShortageException(lacking, e);
    }
  }

  /**
   * Whether there is a local address from which the peer can be reached. A connection that cannot
   * be bound lacks either that or a port; UDP has ports of its own, and connects without a packet.
   */
  private static boolean hasRoute(InetSocketAddress to) throws LocalShortageException {
    try (DatagramChannel probe = datagrams()) {
      probe.connect(to);
      return true;
    } catch (LocalShortageException e) {
      throw e;
    } catch (IOException e) {
      return false;
    }
  }

  private static DatagramChannel datagrams() throws LocalShortageException {
    try {
      return DatagramChannel.open();
    } catch (IOException e) {
      throw new LocalShortageException(Resource.DESCRIPTORS, e);
    }
  }

  @Override
  public Listener listen(InetSocketAddress at, int backlog) throws IOException {
    ServerSocketChannel socket = ServerSocketChannel.open();
    try {
      socket.bind(at, backlog);
      return new TcpListener(loop, socket);
    } catch (Throwable e) {
      socket.close();
      throw e;
    }
  }
}

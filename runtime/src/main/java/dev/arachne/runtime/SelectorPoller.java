package dev.arachne.runtime;

import dev.arachne.runtime.LocalShortageException.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.List;

/** The machine's network under a {@link Selector}. Confined to its loop, except wakeup. */
final class SelectorPoller implements Poller, Network {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final EventLoop loop;
  private final Selector selector;

  /** What a selection key is attached to. */
  interface Selectable {
    /** Called on the loop when the key has become ready for {@code operations}. */
    void ready(int operations);

    /** Closes the channel and ends its waits. */
    void close();
  }

  SelectorPoller(EventLoop loop) throws IOException {
    this.loop = loop;
    this.selector = Selector.open();
  }

  EventLoop loop() {
    return loop;
  }

  @Override
  public void poll(long nanos) {
    try {
      if (nanos == 0) {
        selector.selectNow(SelectorPoller::dispatch);
      } else if (nanos == Long.MAX_VALUE) {
        selector.select(SelectorPoller::dispatch);
      } else {
        selector.select(SelectorPoller::dispatch, (nanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the selector of " + loop, e);
    }
  }

  private static void dispatch(SelectionKey key) {
    if (key.isValid()) {
      ((Selectable) key.attachment()).ready(key.readyOps());
    }
  }

  @Override
  public void wakeup() {
    selector.wakeup();
  }

  @Override
  public Network network() {
    return this;
  }

  @Override
  public Channel connect(InetSocketAddress to, Deadline deadline) throws IOException {
    SocketChannel socket = open(to);
    try {
      var channel = new TcpChannel(this, socket, to);
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
      return new TcpListener(this, socket);
    } catch (Throwable e) {
      socket.close();
      throw e;
    }
  }

  /** Registers {@code channel} without interest in anything yet. */
  SelectionKey register(java.nio.channels.SelectableChannel channel, Selectable owner)
      throws IOException {
    channel.configureBlocking(false);
    return channel.register(selector, 0, owner);
  }

  @Override
  public void close() {
    for (SelectionKey key : List.copyOf(selector.keys())) {
      ((Selectable) key.attachment()).close();
    }
    try {
      selector.close();
    } catch (IOException e) {
      EventLoop.LOG.log(Level.DEBUG, "closing the selector of " + loop, e);
    }
  }
}

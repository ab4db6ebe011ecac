package dev.arachne.runtime;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A listening socket of the machine. Confined to its loop. */
final class TcpListener implements Listener, SelectorPoller.Selectable {
  private final SelectorPoller poller;
  private final ServerSocketChannel socket;
  private final SelectionKey key;
  private final InetSocketAddress address;
  private final SoleWaiter acceptor;

  TcpListener(SelectorPoller poller, ServerSocketChannel socket) throws IOException {
    this.poller = poller;
    this.acceptor = new SoleWaiter(poller.loop());
    this.socket = socket;
    this.address = (InetSocketAddress) socket.getLocalAddress();
    this.key = poller.register(socket, this);
  }

  @Override
  public Channel accept(Deadline deadline) throws IOException {
    acceptor.requireNone("accept at", this);
    while (true) {
      SocketChannel accepted = socket.accept();
      if (accepted != null) {
        return new TcpChannel(poller, accepted, (InetSocketAddress) accepted.getRemoteAddress());
      }
      key.interestOps(SelectionKey.OP_ACCEPT);
      acceptor.await(this, deadline);
      if (!socket.isOpen()) {
        throw new ClosedChannelException();
      }
    }
  }

  @Override
  public void ready(int operations) {
    if (!acceptor.wake()) {
      key.interestOps(0);
    }
  }

  @Override
  public InetSocketAddress address() {
    return address;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      EventLoop.LOG.log(System.Logger.Level.DEBUG, "closing " + this, e);
    }
    acceptor.wake();
  }

  @Override
  public String toString() {
    return "listener " + address;
  }
}

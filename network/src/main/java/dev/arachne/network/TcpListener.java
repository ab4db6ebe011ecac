package dev.arachne.network;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Selectable;
import dev.arachne.runtime.SoleWaiter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A listening socket of the machine. Confined to its loop. */
final class TcpListener implements Listener, Selectable {
  private final EventLoop loop;
  private final ServerSocketChannel socket;
  private final SelectionKey key;
  private final InetSocketAddress address;
  private final SoleWaiter acceptor;

  TcpListener(EventLoop loop, ServerSocketChannel socket) throws IOException {
    this.loop = loop;
    this.acceptor = new SoleWaiter(loop);
    this.socket = socket;
    this.address = (InetSocketAddress) socket.getLocalAddress();
    this.key = loop.register(socket, this);
  }

  @Override
  public Channel accept(Deadline deadline) throws IOException {
    acceptor.requireNone("accept at", this);
    while (true) {
      SocketChannel accepted = socket.accept();
      if (accepted != null) {
        return new TcpChannel(loop, accepted, (InetSocketAddress) accepted.getRemoteAddress());
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
      TcpNetwork.LOG.log(System.Logger.Level.DEBUG, "closing " + this, e);
    }
    acceptor.wake();
  }

  @Override
  public String toString() {
    return "listener " + address;
  }
}

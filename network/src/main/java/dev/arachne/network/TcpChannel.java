package dev.arachne.network;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Selectable;
import dev.arachne.runtime.SoleWaiter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A TCP connection of the machine. Confined to its loop.
 *
 * <p>Interest in reading, once declared, stays declared: the usual next thing on a connection is
 * another read, and a change of interest costs a system call. If bytes arrive without a waiting
 * reader, the interest is withdrawn; otherwise the selector would report it indefinitely. Interest
 * in writing is declared only when needed: nearly every write fits the socket's buffer.
 */
final class TcpChannel implements Channel, NowWritable, Selectable {
  private final EventLoop loop;
  private final SocketChannel socket;
  private final SelectionKey key;
  private final InetSocketAddress peer;
  private final SoleWaiter reader;
  private final SoleWaiter writer;

  TcpChannel(EventLoop loop, SocketChannel socket, InetSocketAddress peer) throws IOException {
    this.loop = loop;
    this.reader = new SoleWaiter(loop);
    this.writer = new SoleWaiter(loop);
    this.socket = socket;
    this.peer = peer;
    this.key = loop.register(socket, this);
    socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  /** On loopback the handshake is over when connect returns, so a check saves the wait. */
  void connect(Deadline deadline) throws IOException {
    boolean connected =
        socket.connect(peer) || (peer.getAddress().isLoopbackAddress() && socket.finishConnect());
    if (!connected) {
      awaitWritable(SelectionKey.OP_CONNECT, new Wait("connect", this), deadline);
      socket.finishConnect();
    }
  }

  @Override
  public void awaitReadable(Deadline deadline) throws IOException {
    reader.requireNone("read from", this);
    checkOpen();
    declare(SelectionKey.OP_READ);
    reader.await(new Wait("read", this), deadline);
    checkOpen();
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    assert loop.inLoop();
    return socket.read(into);
  }

  @Override
  public void write(ByteBuffer from, Deadline deadline) throws IOException {
    assert loop.inLoop();
    socket.write(from);
    while (from.hasRemaining()) {
      awaitWritable(SelectionKey.OP_WRITE, new Wait("write", this), deadline);
      socket.write(from);
    }
  }

  @Override
  public void writeNow(ByteBuffer from) throws IOException {
    socket.write(from);
  }

  private void awaitWritable(int operation, Wait wait, Deadline deadline) throws IOException {
    writer.requireNone("write to", this);
    checkOpen();
    declare(operation);
    try {
      writer.await(wait, deadline);
    } finally {
      withdraw(operation);
    }
    checkOpen();
  }

  @Override
  public void ready(int operations) {
    if ((operations & SelectionKey.OP_READ) != 0 && !reader.wake()) {
      withdraw(SelectionKey.OP_READ);
    }
    if ((operations & (SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT)) != 0 && !writer.wake()) {
      withdraw(SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT);
    }
  }

  private void declare(int operation) {
    int interest = key.interestOps();
    if ((interest & operation) == 0) {
      key.interestOps(interest | operation);
    }
  }

  private void withdraw(int operations) {
    if (key.isValid()) {
      key.interestOps(key.interestOps() & ~operations);
    }
  }

  private void checkOpen() throws ClosedChannelException {
    if (!socket.isOpen()) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public void shutdownOutput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public InetSocketAddress peer() {
    return peer;
  }

  @Override
  public boolean isOpen() {
    return socket.isOpen();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      TcpNetwork.LOG.log(System.Logger.Level.DEBUG, "closing " + this, e);
    }
    reader.wake();
    writer.wake();
  }

  @Override
  public String toString() {
    return "tcp " + peer;
  }

  /** A wait in a task dump; its text is made only on request. */
  private record Wait(String operation, TcpChannel channel) {
    @Override
    public String toString() {
      return operation + " on " + channel;
    }
  }
}

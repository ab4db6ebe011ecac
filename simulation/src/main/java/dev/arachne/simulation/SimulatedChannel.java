package dev.arachne.simulation;

import dev.arachne.network.Channel;
import dev.arachne.network.NowWritable;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.SoleWaiter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One end of a simulated connection. To a program it behaves as a socket of Linux. Bytes that came
 * before a reset can be read; a close with unread bytes resets the peer, and so do bytes that come
 * after a close. Confined to its loop.
 */
final class SimulatedChannel implements Channel, NowWritable {
  /** How many bytes may be on their way or unread; then the sender waits. */
  private static final int WINDOW_BYTES = 64 * 1024;

  private final SimulatedWire wire;
  private final EventLoop loop;
  private final InetSocketAddress peer;
  private final String name;
  private final ArrayDeque<ByteBuffer> arrived = new ArrayDeque<>();
  private final SoleWaiter reader;
  private final SoleWaiter writer;

  /**
   * The time when the last of the bytes written here leaves; next, when it arrives. Kept for the
   * wire.
   */
  long departure;

  long arrival;

  /** Bytes written here that the peer has not read. */
  private int outstanding;

  private boolean open = true;
  private boolean outputShut;
  private boolean ended;
  private @Nullable String failure;

  SimulatedChannel(SimulatedWire wire, EventLoop loop, InetSocketAddress peer, String name) {
    this.wire = wire;
    this.loop = loop;
    this.peer = peer;
    this.name = name;
    this.reader = new SoleWaiter(loop);
    this.writer = new SoleWaiter(loop);
  }

  @Override
  public void awaitReadable(Deadline deadline) throws IOException {
    reader.requireNone("read from", this);
    checkOpen();
    if (!arrived.isEmpty() || ended || failure != null) {
      loop.execute(reader::wake);
    }
    reader.await("read on " + name, deadline);
    checkOpen();
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    assert loop.inLoop();
    checkOpen();
    if (arrived.isEmpty() && ended) {
      return -1;
    }
    if (arrived.isEmpty() && failure != null) {
      throw new SocketException(failure);
    }
    int before = into.position();
    for (ByteBuffer piece = arrived.peek();
        piece != null && into.hasRemaining();
        piece = arrived.peek()) {
      int size = Math.min(piece.remaining(), into.remaining());
      into.put(piece.slice(piece.position(), size));
      piece.position(piece.position() + size);
      if (!piece.hasRemaining()) {
        arrived.remove();
      }
    }
    int size = into.position() - before;
    wire.otherEnd(this).acknowledge(size);
    return size;
  }

  private void acknowledge(int bytes) {
    outstanding -= bytes;
    if (bytes > 0) {
      writer.wake();
    }
  }

  @Override
  public void write(ByteBuffer from, Deadline deadline) throws IOException {
    assert loop.inLoop();
    checkWritable();
    transmit(from);
    while (from.hasRemaining()) {
      awaitRoom(deadline);
      checkWritable();
      transmit(from);
    }
  }

  @Override
  public void writeNow(ByteBuffer from) throws IOException {
    checkWritable();
    transmit(from);
  }

  private void transmit(ByteBuffer from) {
    while (from.hasRemaining() && outstanding < WINDOW_BYTES) {
      byte[] piece = new byte[wire.pieceOf(Math.min(from.remaining(), WINDOW_BYTES - outstanding))];
      from.get(piece);
      outstanding += piece.length;
      wire.carry(this, piece);
    }
  }

  private void awaitRoom(Deadline deadline) {
    writer.requireNone("write to", this);
    writer.await("write on " + name, deadline);
  }

  private void checkOpen() throws ClosedChannelException {
    if (!open) {
      throw new ClosedChannelException();
    }
  }

  private void checkWritable() throws IOException {
    checkOpen();
    if (outputShut) {
      throw new ClosedChannelException();
    }
    if (failure != null) {
      throw new SocketException(failure);
    }
  }

  @Override
  public void shutdownOutput() throws IOException {
    checkOpen();
    if (!outputShut) {
      outputShut = true;
      wire.end(this);
    }
  }

  /** Bytes of the peer have come. */
  void arrive(byte[] piece) {
    if (!open) {
      wire.reset(this);
    } else if (piece.length > 0) {
      arrived.add(ByteBuffer.wrap(piece));
      reader.wake();
    }
  }

  /** The peer will send no more. */
  void end() {
    ended = true;
    reader.wake();
  }

  /** The connection has ended in both directions. */
  void cutOff() {
    ended = true;
    fail("Broken pipe");
  }

  /** The peer, or a device between, has dropped the connection. */
  void reset() {
    ended = false;
    fail("Connection reset");
  }

  private void fail(String why) {
    failure = why;
    reader.wake();
    writer.wake();
  }

  /** Closes without an end of the stream: the peer gets a reset. */
  void abort() {
    outputShut = true;
    wire.reset(this);
    close();
  }

  @Override
  public InetSocketAddress peer() {
    return peer;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    if (!open) {
      return;
    }
    open = false;
    if (!arrived.isEmpty()) {
      wire.reset(this);
    } else if (!outputShut) {
      wire.end(this);
    }
    arrived.clear();
    reader.wake();
    writer.wake();
  }

  @Override
  public String toString() {
    return name;
  }
}

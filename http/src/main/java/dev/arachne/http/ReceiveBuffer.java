package dev.arachne.http;

import dev.arachne.network.Channel;
import dev.arachne.runtime.EventLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The receive buffer that all exchanges of a client read into, one after the other. Across a wait
 * it holds only the body that was lent last, which is copied before the next read. Confined to its
 * event loop.
 */
final class ReceiveBuffer {

  /** Room for one read of the network. */
  static final int BYTES = 64 << 10;

  private final byte[] bytes = new byte[BYTES];
  private final ByteBuffer room = ByteBuffer.wrap(bytes);
  private final EventLoop loop;
  private final BodyArrays arrays;
  private @Nullable Body borrowed;

  ReceiveBuffer(EventLoop loop) {
    this.loop = loop;
    this.arrays = new BodyArrays(loop);
  }

  /** The arrays of bodies that come in several reads. */
  BodyArrays arrays() {
    return arrays;
  }

  /** The bytes of the last read, from 0 on. */
  byte[] bytes() {
    return bytes;
  }

  /** Whether the last read filled the buffer, so that more bytes may be available. */
  boolean areFull() {
    return !room.hasRemaining();
  }

  /** As {@link Channel#read}, of up to {@code most} bytes. */
  int read(Channel channel, int most) throws IOException {
    release();
    room.clear().limit(most);
    return channel.read(room);
  }

  /** A body that lies as a whole in the bytes of the last read. */
  Body lend(int from, int to) {
    borrowed = Body.received(loop, bytes, from, to);
    return borrowed;
  }

  /** Copies the body that was lent last out of the buffer. */
  void release() {
    if (borrowed != null) {
      borrowed.stay();
      borrowed = null;
    }
  }
}

package dev.arachne.http;

import dev.arachne.runtime.Channel;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Where the reads of all exchanges of a client go, one after the other. It holds nothing across a
 * wait but a body that somebody may still look at, and that one leaves before the next read.
 * Confined to the client's loop.
 */
final class Arrivals {

  /** Room for one read of the network. */
  private static final int BYTES = 64 << 10;

  private final byte[] bytes = new byte[BYTES];
  private final ByteBuffer room = ByteBuffer.wrap(bytes);
  private @Nullable Body lent;

  /** What the last read brought, from 0 on. */
  byte[] bytes() {
    return bytes;
  }

  /** Whether the last read filled all the room there is, so that more may be waiting. */
  boolean areFull() {
    return !room.hasRemaining();
  }

  /** As {@link Channel#read}. */
  int read(Channel channel) throws IOException {
    if (lent != null) {
      lent.leave();
      lent = null;
    }
    room.clear();
    return channel.read(room);
  }

  /** A body that is whole in what the last read brought. */
  Body lend(int from, int to) {
    lent = Body.lent(bytes, from, to);
    return lent;
  }
}

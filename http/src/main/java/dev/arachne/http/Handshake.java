package dev.arachne.http;

import dev.arachne.network.Channel;
import dev.arachne.runtime.Deadline;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Talks to a proxy on a new channel, reading no byte beyond its answers, since what follows is the
 * origin's. Off the hot path: a byte at a time where the length is not known.
 */
final class Handshake {

  private final Channel channel;
  private final Deadline deadline;

  Handshake(Channel channel, Deadline deadline) {
    this.channel = channel;
    this.deadline = deadline;
  }

  void send(byte[] bytes) throws IOException {
    channel.write(ByteBuffer.wrap(bytes), deadline);
  }

  /** Exactly so many bytes. */
  byte[] receive(int count) throws IOException {
    var bytes = ByteBuffer.allocate(count);
    while (bytes.hasRemaining()) {
      int n = channel.read(bytes);
      if (n < 0) {
        throw new ProxyException("the proxy closed the connection");
      }
      if (n == 0) {
        channel.awaitReadable(deadline);
      }
    }
    return bytes.array();
  }
}

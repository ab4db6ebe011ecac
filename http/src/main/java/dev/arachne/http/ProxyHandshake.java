package dev.arachne.http;

import dev.arachne.network.Channel;
import dev.arachne.runtime.Deadline;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The handshake with a proxy on a new channel. It reads no byte beyond the proxy's answers, since
 * the following bytes are the origin's. Off the hot path: it reads a byte at a time where the
 * length is unknown.
 */
final class ProxyHandshake {

  private final Channel channel;
  private final Deadline deadline;

  ProxyHandshake(Channel channel, Deadline deadline) {
    this.channel = channel;
    this.deadline = deadline;
  }

  void send(byte[] bytes) throws IOException {
    channel.write(ByteBuffer.wrap(bytes), deadline);
  }

  /** Receives exactly {@code count} bytes. */
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

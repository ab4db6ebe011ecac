package dev.arachne.http;

import dev.arachne.network.Channel;
import dev.arachne.url.Origin;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The right to one connection to an origin and, once opened, the connection; over HTTP/2 the right
 * to one stream at a time on a connection that others have rights to, too. Confined to one loop;
 * used by one exchange at a time.
 */
final class Connection {

  private final Origin origin;
  private @Nullable Channel channel;
  private @Nullable Http2Connection http2;
  private Proxy.@Nullable Http proxy;
  private boolean reusable;
  private int uses;

  /** When it was last put aside, on the loop's clock; for the pool alone. */
  long idleSince;

  Connection(Origin origin) {
    this.origin = origin;
  }

  Origin origin() {
    return origin;
  }

  boolean isOpen() {
    return channel != null || http2 != null;
  }

  /** The connection of HTTP/2, if it is one. */
  @Nullable Http2Connection http2() {
    return http2;
  }

  /** Has a part in a connection of HTTP/2 from now on. */
  void join(Http2Connection shared) {
    shared.join();
    http2 = shared;
  }

  /** Whether others have a part in the same connection. */
  boolean isShared() {
    return http2 != null && http2.hasOtherUsers();
  }

  /** The peer's address. */
  InetSocketAddress peer() {
    return http2 == null ? channel().peer() : http2.peer();
  }

  Channel channel() {
    if (channel == null) {
      throw new IllegalStateException("not open yet");
    }
    return channel;
  }

  /**
   * The connection was opened.
   *
   * @param through the proxy that gets requests as they are; null if the origin does
   */
  void open(Channel opened, Proxy.@Nullable Http through) {
    channel = opened;
    proxy = through;
  }

  /** The proxy that gets requests as they are; null if the origin does. */
  Proxy.@Nullable Http proxy() {
    return proxy;
  }

  /** Counts the exchange that begins; it has to earn the reuse again. */
  void beginUse() {
    uses = http2 == null ? uses + 1 : http2.beginUse();
    reusable = false;
  }

  /** 1 in the first exchange, 2 in the next. */
  int uses() {
    return uses;
  }

  /** Whether the exchange that has begun is not the first. */
  boolean isKept() {
    return uses > 1;
  }

  /** The exchange ended so that another may follow. */
  void earnReuse() {
    reusable = true;
  }

  boolean isReusable() {
    return http2 == null
        ? reusable && channel != null && channel.isOpen()
        : http2.isUsable(); // How an exchange on it ended harms no other.
  }

  /**
   * What has come since the last exchange: 0 for nothing, -1 for the end, more for bytes that
   * nobody asked for, which would pass for the next answer and are lost.
   *
   * @param probe room for a byte
   */
  int peek(ByteBuffer probe) throws IOException {
    return channel().read(probe.clear());
  }

  /** Whether nothing has come since the last exchange, not even the end. */
  boolean isQuiet(ByteBuffer probe) {
    if (http2 != null) {
      return http2.isUsable();
    }
    try {
      return peek(probe) == 0;
    } catch (IOException _) {
      return false;
    }
  }

  /** Closes what is open; the right to open another connection stays. */
  void drop() {
    close();
    reusable = false;
    uses = 0;
  }

  void close() {
    if (channel != null) {
      channel.close();
      channel = null;
    }
    if (http2 != null) {
      http2.leave();
      http2 = null;
    }
  }
}

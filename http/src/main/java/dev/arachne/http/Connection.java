package dev.arachne.http;

import dev.arachne.network.Channel;
import dev.arachne.url.Origin;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A permit for one connection to an origin and, once opened, the connection. Over HTTP/2 it permits
 * one stream at a time on a shared connection. Confined to one loop; used by one exchange at a
 * time.
 */
final class Connection {

  private final Origin origin;
  private @Nullable Channel channel;
  private @Nullable Http2Connection http2;
  private Proxy.@Nullable Http proxy;
  private boolean reusable;
  private int uses;

  /** The time at which it last became idle, on the loop's clock; only for the pool. */
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

  /** Shares an HTTP/2 connection from now on. */
  void join(Http2Connection shared) {
    shared.join();
    http2 = shared;
  }

  /** Whether the connection has other users. */
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
   * @param through the proxy that gets requests directly; null if the origin does
   */
  void open(Channel opened, Proxy.@Nullable Http through) {
    channel = opened;
    proxy = through;
  }

  /** The proxy that gets requests directly; null if the origin does. */
  Proxy.@Nullable Http proxy() {
    return proxy;
  }

  /** Counts the exchange that begins; it must mark the connection as reusable again. */
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
        : http2.isUsable(); // Whether the end of an exchange on it does not affect others.
  }

  /**
   * Reads what arrived since the last exchange: 0 for no bytes, -1 for the end, more for
   * unsolicited bytes. These would be taken for the next response, and are dropped.
   *
   * @param probe room for a byte
   */
  int peek(ByteBuffer probe) throws IOException {
    return channel().read(probe.clear());
  }

  /** Whether neither bytes nor the end have come since the last exchange. */
  boolean isReusableNow(ByteBuffer probe) {
    if (http2 != null) {
      return http2.isUsable();
    }
    try {
      return peek(probe) == 0;
    } catch (IOException _) {
      return false;
    }
  }

  /** Closes the open channel; the permit to open another connection stays. */
  void discard() {
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

package dev.arachne.http;

import dev.arachne.network.Channel;
import dev.arachne.url.Origin;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The right to one connection to an origin and, once opened, the connection. Confined to one loop;
 * used by one exchange at a time.
 */
final class Connection {

  private final Origin origin;
  private @Nullable Channel channel;
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
    return channel != null;
  }

  Channel channel() {
    if (channel == null) {
      throw new IllegalStateException("not open yet");
    }
    return channel;
  }

  void open(Channel opened) {
    channel = opened;
  }

  /** Counts the exchange that begins; it has to earn the reuse again. */
  void beginUse() {
    uses++;
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
    return reusable && channel != null && channel.isOpen();
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
    try {
      return peek(probe) == 0;
    } catch (IOException _) {
      return false;
    }
  }

  /** Closes what is open; the right to open another connection stays. */
  void drop() {
    close();
    channel = null;
    reusable = false;
    uses = 0;
  }

  void close() {
    if (channel != null) {
      channel.close();
    }
  }
}

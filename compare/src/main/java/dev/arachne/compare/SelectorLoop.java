package dev.arachne.compare;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * The smallest event loop: a selector that knows which sockets have something to tell, a callback
 * for each of them, and a flag that stops it all. Confined to the thread that runs it.
 */
final class SelectorLoop implements AutoCloseable {
  private final Selector selector = Selector.open();
  private boolean stopped;

  /** What is to be done when a socket is ready. */
  @FunctionalInterface
  interface Callback {
    /** Does it, without waiting for anything: all others wait for this one meanwhile. */
    void ready() throws IOException;
  }

  SelectorLoop() throws IOException {}

  /**
   * From now on {@code callback} is called whenever {@code channel} is ready, and no other.
   *
   * @param operation {@link SelectionKey#OP_CONNECT} or {@link SelectionKey#OP_READ}
   */
  void register(SocketChannel channel, int operation, Callback callback) throws IOException {
    channel.register(selector, operation, callback);
  }

  /** Nobody is called for {@code channel} any more. */
  void unregister(SocketChannel channel) {
    channel.keyFor(selector).interestOps(0);
  }

  /** The loop ends after the callback that calls this. */
  void stop() {
    stopped = true;
  }

  /** Calls callbacks until one of them stops the loop, or throws. */
  void run() throws IOException {
    while (!stopped) {
      selector.select(); // the only place where anything waits
      for (SelectionKey key : selector.selectedKeys()) {
        if (!stopped) {
          ((Callback) key.attachment()).ready();
        }
      }
      selector.selectedKeys().clear();
    }
  }

  /** Closes the selector and every channel that is still registered with it. */
  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}

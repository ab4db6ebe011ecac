package dev.arachne.road;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The smallest event loop: a selector that knows which sockets are ready, a callback for each of
 * them, timers for events that do not come, and a flag that stops the loop. Confined to the thread
 * that runs it.
 */
final class SelectorLoop implements AutoCloseable {
  private final Selector selector = Selector.open();
  private final TreeSet<Timer> timers = new TreeSet<>(Timer.EARLIER);
  private long timersMade;
  private boolean stopped;

  /** The action for a socket that is ready, or for a time that has come. */
  @FunctionalInterface
  interface Callback {
    /**
     * Runs the action without waiting for anything: all other callbacks wait for this one
     * meanwhile.
     */
    void call() throws IOException;
  }

  /** A callback that is due at a time, by the system's clock of nanoseconds. */
  record Timer(long due, long number, Callback callback) {
    private static final Comparator<Timer> EARLIER =
        (one, other) ->
            one.due == other.due
                ? Long.compare(one.number, other.number)
                : Long.signum(one.due - other.due); // that clock may wrap around
  }

  SelectorLoop() throws IOException {}

  /**
   * Registers {@code callback} as the only callback for {@code channel}, called whenever it is
   * ready.
   *
   * @param operation {@link SelectionKey#OP_CONNECT} or {@link SelectionKey#OP_READ}
   */
  void register(SocketChannel channel, int operation, Callback callback) throws IOException {
    channel.register(selector, operation, callback);
  }

  /** Removes the callback of {@code channel}. */
  void unregister(SocketChannel channel) {
    channel.keyFor(selector).interestOps(0);
  }

  /** Calls {@code callback} once when {@code wait} is over, unless it is cancelled before. */
  Timer after(Duration wait, Callback callback) {
    var timer = new Timer(System.nanoTime() + wait.toNanos(), timersMade++, callback);
    timers.add(timer);
    return timer;
  }

  /** Cancels {@code timer}: its callback is not called any more. */
  void cancel(@Nullable Timer timer) {
    if (timer != null) {
      timers.remove(timer);
    }
  }

  /** Ends the loop after the callback that calls this. */
  void stop() {
    stopped = true;
  }

  /** Calls callbacks until one of them stops the loop, or throws. */
  void run() throws IOException {
    while (!stopped) {
      selector.select(millisToTimer()); // the only place where anything waits
      for (SelectionKey key : selector.selectedKeys()) {
        if (!stopped) {
          ((Callback) key.attachment()).call();
        }
      }
      selector.selectedKeys().clear();
      callTimers();
    }
  }

  /** The time to wait for the sockets; 0, as the selector has it, without a timer. */
  private long millisToTimer() {
    if (timers.isEmpty()) {
      return 0;
    }
    return 1 + Math.max(0, timers.first().due() - System.nanoTime()) / 1_000_000;
  }

  private void callTimers() throws IOException {
    long now = System.nanoTime();
    while (!stopped && !timers.isEmpty() && timers.first().due() - now <= 0) {
      timers.pollFirst().callback().call();
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

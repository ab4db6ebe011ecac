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
 * The smallest event loop: a selector that knows which sockets have something to tell, a callback
 * for each of them, timers for what does not come, and a flag that stops it all. Confined to the
 * thread that runs it.
 */
final class SelectorLoop implements AutoCloseable {
  private final Selector selector = Selector.open();
  private final TreeSet<Timer> timers = new TreeSet<>(Timer.EARLIER);
  private long timersMade;
  private boolean stopped;

  /** What is to be done when a socket is ready, or a time has come. */
  @FunctionalInterface
  interface Callback {
    /** Does it, without waiting for anything: all others wait for this one meanwhile. */
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

  /** Calls {@code callback} once when {@code wait} is over, unless it is cancelled before. */
  Timer after(Duration wait, Callback callback) {
    var timer = new Timer(System.nanoTime() + wait.toNanos(), timersMade++, callback);
    timers.add(timer);
    return timer;
  }

  /** The callback of {@code timer} is not called any more. */
  void cancel(@Nullable Timer timer) {
    if (timer != null) {
      timers.remove(timer);
    }
  }

  /** The loop ends after the callback that calls this. */
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

  /** How long to wait for the sockets; 0, as the selector has it, where no timer is set. */
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

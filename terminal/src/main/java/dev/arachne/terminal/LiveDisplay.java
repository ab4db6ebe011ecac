package dev.arachne.terminal;

import dev.arachne.report.CrawlProgress;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Prints the messages of a crawl, and its live line below them, from a thread of its own until it
 * is closed. A terminal that blocks, for example by {@code ^S}, does not stop an event loop:
 * coroutines wait in {@link #awaitRoom}. Thread-safe.
 */
public final class LiveDisplay implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(200);
  private static final String TO_LINE_START = "\r";
  private static final String ERASE_TO_LINE_END = "\u001b[K";

  /** Messages that may wait to be printed. */
  private static final int MOST_PENDING = 10_000;

  /** The time that a crawl waits for the terminal after a signal to end. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Supplier<Optional<CrawlProgress>> progress;
  private final PrintWriter terminal;
  private final TerminalWidth width;
  private final BooleanSupplier isTold;
  private final Queue<String> messages = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();
  private final AtomicReference<@Nullable Promise<Boolean>> room = new AtomicReference<>();
  private final Thread thread;
  private volatile boolean closed;
  private boolean isDrawn;

  private LiveDisplay(
      Supplier<Optional<CrawlProgress>> progress,
      PrintWriter terminal,
      TerminalWidth width,
      BooleanSupplier isTold) {
    this.progress = progress;
    this.terminal = terminal;
    this.width = width;
    this.isTold = isTold;
    this.thread = Thread.ofPlatform().name("live line").daemon().unstarted(this::show);
  }

  /**
   * Shows the progress of a crawl until closed.
   *
   * @param progress where the crawl is now; empty for no live line
   * @param width of the terminal; 0 for no live line
   * @param isTold whether a signal has ended the program
   */
  public static LiveDisplay start(
      Supplier<Optional<CrawlProgress>> progress,
      PrintWriter terminal,
      TerminalWidth width,
      BooleanSupplier isTold) {
    var display = new LiveDisplay(progress, terminal, width, isTold);
    display.thread.start();
    return display;
  }

  /** Ends the program with {@code code} soon, if it has not ended by itself. */
  public static void haltSoon(int code) {
    Thread.ofPlatform()
        .name("end")
        .daemon()
        .start(() -> {
          LockSupport.parkNanos(3 * PATIENCE.toNanos());
          Runtime.getRuntime().halt(code);
        });
  }

  /** Prints a message; does not wait for that. */
  public void tell(String message) {
    pending.incrementAndGet();
    messages.add(message);
    LockSupport.unpark(thread);
  }

  /** Waits while too many messages are not printed; for coroutines. */
  public void awaitRoom() {
    while (pending.get() > MOST_PENDING) {
      var mine = new Promise<Boolean>(EventLoop.current(), "the terminal");
      Promise<Boolean> others = room.compareAndExchange(null, mine);
      if (pending.get() > MOST_PENDING) {
        (others == null ? mine : others).await();
      }
    }
  }

  private void show() {
    while (!closed || !messages.isEmpty()) {
      print();
      if (width.columns() > 0 && !closed) {
        draw();
      }
      if (!closed && messages.isEmpty()) {
        LockSupport.parkNanos(this, PERIOD.toNanos());
      }
    }
    erase();
    terminal.flush();
  }

  private void print() {
    for (String message = messages.poll(); message != null; message = messages.poll()) {
      erase();
      terminal.println(message);
      if (pending.decrementAndGet() <= MOST_PENDING / 2) {
        Promise<Boolean> waiting = room.getAndSet(null);
        if (waiting != null) {
          waiting.complete(true);
        }
      }
    }
  }

  /**
   * Leaves the last column free: there many terminals keep the cursor on the text, which is erased
   * then.
   */
  private void draw() {
    progress
        .get()
        .ifPresent(now -> {
          terminal.print(TO_LINE_START + LiveLine.of(now, width.columns() - 1) + ERASE_TO_LINE_END);
          isDrawn = true;
        });
    terminal.flush();
  }

  private void erase() {
    if (isDrawn) {
      terminal.print(TO_LINE_START + ERASE_TO_LINE_END);
      isDrawn = false;
    }
  }

  /** Takes the line away when all messages are printed. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      while (thread.isAlive() && !isTold.getAsBoolean()) {
        thread.join(PERIOD);
      }
      thread.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.arachne.cli;

import dev.arachne.crawl.Crawl;
import java.io.Console;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps the live line of a crawl on a terminal, from a thread of its own, until it is closed. */
final class LiveDisplay implements AutoCloseable {
  private static final long PERIOD_MILLIS = 200;
  private static final int USUAL_COLUMNS = 80;
  private static final String TO_LINE_START = "\r";
  private static final String ERASE_TO_LINE_END = "\u001b[K";

  /** Set by the launcher: the width of the terminal that the error stream is, 0 if it is none. */
  private static final String COLUMNS = "ARACHNE_COLUMNS";

  private final Crawl crawl;
  private final PrintWriter terminal;
  private final int columns;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread;

  private LiveDisplay(Crawl crawl, PrintWriter terminal, int columns) {
    this.crawl = crawl;
    this.terminal = terminal;
    this.columns = columns;
    this.thread = Thread.ofPlatform().name("live line").daemon().unstarted(this::show);
  }

  /**
   * Shows the progress of {@code crawl} until closed.
   *
   * @param columns the width of the terminal
   */
  static LiveDisplay start(Crawl crawl, PrintWriter terminal, int columns) {
    var display = new LiveDisplay(crawl, terminal, columns);
    display.thread.start();
    return display;
  }

  /** The width of the terminal behind the error stream; 0 if there is none. */
  static int columnsOfTerminal() {
    String told = System.getenv(COLUMNS);
    if (told != null && told.matches("[0-9]{1,5}")) {
      return Integer.parseInt(told);
    }
    Console console = System.console();
    return console != null && console.isTerminal() ? USUAL_COLUMNS : 0;
  }

  private void show() {
    try {
      while (!closed.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        crawl
            .progress()
            .ifPresent(now ->
                terminal.print(TO_LINE_START + LiveLine.of(now, columns) + ERASE_TO_LINE_END));
        terminal.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes the line away. */
  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    terminal.print(TO_LINE_START + ERASE_TO_LINE_END);
    terminal.flush();
  }
}

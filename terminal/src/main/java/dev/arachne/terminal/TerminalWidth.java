package dev.arachne.terminal;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sun.misc.Signal;

/**
 * The width of the terminal behind the error stream, in columns; 0 without a terminal. It is read
 * again when the terminal signals a change (SIGWINCH). Thread-safe.
 */
public final class TerminalWidth {
  private static final int USUAL = 80;
  private static final int HELP_LEAST = 55;
  private static final int HELP_MOST = 100;

  /**
   * Set by the launcher: the width of the terminal that the error stream is, 0 if it is not a
   * terminal.
   */
  private static final String OF_LAUNCHER = "ARACHNE_COLUMNS";

  private static final File TERMINAL = new File("/dev/tty");
  private static final long PATIENCE_MILLIS = 500;

  private volatile int columns;

  private TerminalWidth(int columns) {
    this.columns = columns;
  }

  /** A width that does not change. */
  public static TerminalWidth fixed(int columns) {
    return new TerminalWidth(columns);
  }

  /** The width of this process's terminal; 0 if that can only print one line after the other. */
  public static TerminalWidth ofProcess() {
    if ("dumb".equals(System.getenv("TERM"))) {
      return fixed(0);
    }
    var width = new TerminalWidth(initial());
    if (width.columns > 0) {
      width.followChanges();
    }
    return width;
  }

  /** The width for help texts: COLUMNS if it is set, or the terminal's, within sensible bounds. */
  public static int ofHelp() {
    int columns = number(System.getenv("COLUMNS"));
    columns = columns > 0 ? columns : number(System.getenv(OF_LAUNCHER));
    return columns > 0 ? Math.clamp(columns, HELP_LEAST, HELP_MOST) : HELP_MOST;
  }

  /** The width now, in columns; 0 without a terminal. */
  public int columns() {
    return columns;
  }

  private static int initial() {
    String told = System.getenv(OF_LAUNCHER);
    if (told != null) {
      return number(told);
    }
    Console console = System.console();
    return console != null && console.isTerminal() ? asked(USUAL) : 0;
  }

  private void followChanges() {
    try {
      Signal.handle(
          new Signal("WINCH"),
          _ -> {
            columns = asked(columns);
          });
    } catch (IllegalArgumentException e) {
      return; // This system does not have the signal, or it is in use.
    }
  }

  /** The width by stty; Java itself cannot read it from a terminal. */
  private static int asked(int otherwise) {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(TERMINAL)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!stty.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        stty.destroyForcibly();
        return otherwise;
      }
      String said =
          new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      int columns = number(said.substring(said.indexOf(' ') + 1));
      return columns > 0 ? columns : otherwise;
    } catch (IOException e) {
      return otherwise;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return otherwise;
    }
  }

  private static int number(@Nullable String text) {
    return text != null && text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
  }
}

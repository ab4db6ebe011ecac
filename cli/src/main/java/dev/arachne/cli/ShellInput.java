package dev.arachne.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.terminal.Streams;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Optional;

/** Lines that a user types at a terminal, or that come from a pipe. */
sealed interface ShellInput extends AutoCloseable {
  /** The prompt at a terminal. */
  String PROMPT = "> ";

  /** The next line; empty at the end. */
  Optional<String> line() throws IOException;

  boolean isTerminal();

  @Override
  default void close() {}

  /**
   * The input of this process. The JDK's own editor of lines is asked for, which has a history; it
   * is chosen when the console is first used.
   */
  @SuppressWarnings("SystemConsoleNull") // It is null where there is no terminal.
  static ShellInput of(Streams streams) {
    if (streams.in() == System.in) {
      System.setProperty("jdk.console", "jdk.internal.le");
      Console console = System.console();
      if (console != null && console.isTerminal()) {
        return new Terminal(console);
      }
    }
    return new Pipe(new BufferedReader(new InputStreamReader(streams.in(), UTF_8)));
  }

  /** A terminal. */
  record Terminal(Console console) implements ShellInput {
    @Override
    public Optional<String> line() {
      try {
        return Optional.ofNullable(console.readLine(PROMPT));
      } catch (RuntimeException e) {
        // ^C; the JDK does not export the class of its editor's exception.
        if (e.getClass().getSimpleName().equals("UserInterruptException")) {
          return Optional.empty();
        }
        throw e;
      }
    }

    @Override
    public boolean isTerminal() {
      return true;
    }
  }

  /** A pipe or a file. */
  record Pipe(BufferedReader reader) implements ShellInput {
    @Override
    public Optional<String> line() throws IOException {
      return Optional.ofNullable(reader.readLine());
    }

    @Override
    public boolean isTerminal() {
      return false;
    }
  }
}

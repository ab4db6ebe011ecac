package dev.arachne.terminal;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * The program's streams for bytes that are not our own text: a page that comes in, a body that goes
 * out.
 *
 * @param outIsTerminal called only when it matters, since it can take long
 */
public record Streams(InputStream in, OutputStream out, BooleanSupplier outIsTerminal) {
  private static final Path OUT = Path.of("/proc/self/fd/1");

  /** The streams of this process. */
  public static Streams ofProcess() {
    return new Streams(
        System.in, new FileOutputStream(FileDescriptor.out), Streams::outIsTerminalOfProcess);
  }

  /**
   * Text to the output in UTF-8, as JSON requires, regardless of the terminal's charset; to be
   * flushed.
   */
  public PrintWriter utf8() {
    return new PrintWriter(new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8)));
  }

  /**
   * Linux shows the type of the stream; elsewhere Java knows only the type of both streams
   * together.
   */
  @SuppressWarnings("SystemConsoleNull") // NullAway takes it for nullable.
  private static boolean outIsTerminalOfProcess() {
    try {
      Path file = OUT.toRealPath();
      return file.startsWith("/dev/pts") || file.toString().startsWith("/dev/tty");
    } catch (IOException e) {
      var console = System.console();
      return console != null && console.isTerminal();
    }
  }
}

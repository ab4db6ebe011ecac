package dev.arachne.cli;

import dev.arachne.arguments.ExitCode;
import dev.arachne.terminal.StandardOutput;
import java.io.PrintWriter;

/** The program's way in. */
public final class Main {
  private Main() {}

  /**
   * Runs the verb that {@code arguments} name and exits with one of the codes of {@link ExitCode}.
   */
  public static void main(String[] arguments) {
    // The commonest question of scripts is answered without loading the command line's library.
    if (arguments.length == 1 && arguments[0].equals("--version")) {
      System.out.println(Version.text());
      return;
    }
    var standard = new StandardOutput();
    var out = new PrintWriter(standard, true, System.out.charset());
    var err = new PrintWriter(System.err, true, System.err.charset());
    int code = run(arguments, out, err);
    out.flush();
    if (code == ExitCode.DONE && standard.failure().isPresent()) {
      code = lost(String.valueOf(standard.failure().get().getMessage()), err);
    }
    err.flush();
    System.exit(code);
  }

  /** The exit code when standard output took no more. */
  private static int lost(String why, PrintWriter err) {
    if (why.endsWith("Broken pipe")) {
      return ExitCode.PIPE_CLOSED; // The reader, such as head, has closed the pipe.
    }
    err.println("arachne: cannot write to standard output: " + why);
    return ExitCode.MACHINE;
  }

  private static int run(String[] arguments, PrintWriter out, PrintWriter err) {
    try {
      return Training.isRequested(arguments)
          ? Training.run(arguments[1], out, err)
          : Arachne.run(arguments, out, err);
    } catch (OutOfMemoryError e) {
      err.println("arachne: out of memory: " + e.getMessage());
      return ExitCode.MACHINE;
    }
  }
}

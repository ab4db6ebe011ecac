package dev.arachne.cli;

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
    var out = new PrintWriter(System.out, true, System.out.charset());
    var err = new PrintWriter(System.err, true, System.err.charset());
    int code = Arachne.run(arguments, out, err);
    out.flush();
    err.flush();
    System.exit(code);
  }
}

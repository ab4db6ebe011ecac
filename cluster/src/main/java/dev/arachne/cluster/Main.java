package dev.arachne.cluster;

import dev.arachne.arguments.ExitCode;
import dev.arachne.cli.Arachne;
import dev.arachne.cli.Training;
import dev.arachne.terminal.Streams;
import java.io.IOException;
import java.io.PrintWriter;

/** The entry point of the tool that has {@code arachne cluster} as well. */
public final class Main {
  private Main() {}

  /** Runs the verb that {@code arguments} name. */
  public static void main(String[] arguments) {
    var out = new PrintWriter(System.out, true, System.out.charset());
    var err = new PrintWriter(System.err, true, System.err.charset());
    int code = run(arguments, out, err);
    out.flush();
    err.flush();
    System.exit(code);
  }

  private static int run(String[] arguments, PrintWriter out, PrintWriter err) {
    if (!Training.isRequested(arguments)) {
      return Arachne.run(new ClusterVerb(Streams.ofProcess()), arguments, out, err);
    }
    try {
      return WorkerTraining.run(arguments[1], out, err);
    } catch (IOException e) {
      err.println("arachne: " + e.getMessage());
      return ExitCode.MACHINE;
    }
  }
}

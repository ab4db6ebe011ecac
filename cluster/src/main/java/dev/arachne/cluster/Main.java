package dev.arachne.cluster;

import dev.arachne.cli.Arachne;
import dev.arachne.terminal.Streams;
import java.io.PrintWriter;

/** The entry point of the tool that has {@code arachne cluster} as well. */
public final class Main {
  private Main() {}

  /** Runs the verb that {@code arguments} name. */
  public static void main(String[] arguments) {
    var out = new PrintWriter(System.out, true, System.out.charset());
    var err = new PrintWriter(System.err, true, System.err.charset());
    int code = Arachne.run(new ClusterVerb(Streams.ofProcess()), arguments, out, err);
    out.flush();
    err.flush();
    System.exit(code);
  }
}

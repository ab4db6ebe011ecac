package dev.arachne.road;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts a main class in a JVM of its own, of the same JDK and class path. The two processes
 * communicate over standard input and output; the child inherits the error stream. Immutable.
 *
 * @param main the class, which need not be public
 * @param options of the JVM, in addition to the usual ones
 */
public record ChildJvm(Class<?> main, List<String> options) {

  /** The collector and the headers are those that the launcher starts the program with. */
  private static final List<String> USUAL =
      List.of("-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders");

  /** A JVM that does little: starts fast and takes little. */
  public static ChildJvm small(Class<?> main) {
    return new ChildJvm(main, List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"));
  }

  /**
   * A JVM to measure in: the whole of its first heap is there from the beginning, and a full
   * collection leaves nothing dead in it, which SerialGC else does to save work.
   */
  public static ChildJvm steady(Class<?> main) {
    return new ChildJvm(
        main,
        List.of(
            "-Xms128m",
            "-XX:+AlwaysPreTouch",
            "-XX:MarkSweepAlwaysCompactCount=1",
            "--add-opens=java.base/java.lang=ALL-UNNAMED"));
  }

  /** Starts the JVM. The process does not end with the one that has started it. */
  public Process start(String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(USUAL);
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
  }
}

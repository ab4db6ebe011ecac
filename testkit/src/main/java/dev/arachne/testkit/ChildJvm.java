package dev.arachne.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How to run a main class of the tests in a JVM of its own. Thread-safe. */
public final class ChildJvm {
  private ChildJvm() {}

  /** The command line; {@code option} goes before the class, the arguments after it. */
  public static List<String> command(String option, Class<?> main, String... arguments) {
    String path = System.getProperty("surefire.test.class.path");
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(option);
    command.add("-cp");
    command.add(path == null ? System.getProperty("java.class.path") : path);
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return command;
  }
}

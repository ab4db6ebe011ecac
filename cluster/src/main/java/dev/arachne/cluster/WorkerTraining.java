package dev.arachne.cluster;

import dev.arachne.arguments.ExitCode;
import dev.arachne.cli.Training;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

/**
 * The training of the JVM's cache for workers: that of crawls, and all classes of Kafka's clients.
 * A worker loads less than half of them; which ones shows only a run with a broker, and the cache
 * is made without one.
 */
final class WorkerTraining {
  private static final Pattern OF_WORKERS =
      Pattern.compile(
          "(org/apache/kafka/(clients|common|streams)|org/rocksdb|net/jpountz|dev/arachne/cluster)/.*\\.class");

  private WorkerTraining() {}

  /**
   * Crawls a folder, as {@link Training} does, and loads the classes.
   *
   * @return the first exit code that is not {@link ExitCode#DONE}
   */
  static int run(String folder, PrintWriter out, PrintWriter err) throws IOException {
    int code = Training.run(folder, out, err);
    if (code == ExitCode.DONE) {
      for (String name : classes()) {
        load(name);
      }
    }
    return code;
  }

  /** The names of the classes in the jar, which is the whole class path of the launcher. */
  private static List<String> classes() throws IOException {
    try (var jar = new JarFile(System.getProperty("java.class.path"))) {
      return jar.stream()
          .map(entry -> entry.getName())
          .filter(OF_WORKERS.asMatchPredicate())
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .toList();
    }
  }

  private static void load(String name) {
    try {
      var _ = Class.forName(name, false, WorkerTraining.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      // A part for a library that is not here; no worker uses it.
    }
  }
}

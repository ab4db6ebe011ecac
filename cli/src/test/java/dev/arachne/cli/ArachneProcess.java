package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The program in a process of its own, with a folder of its own to say things in. */
final class ArachneProcess {
  private static final int LONGEST_MINUTES = 2;

  private final Process process;
  private final Path out;
  private final Path err;

  private ArachneProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts {@code arachne ARGUMENT...} with more variables in its environment. */
  static ArachneProcess start(Path folder, Map<String, String> environment, List<String> arguments)
      throws IOException {
    String classPath = System.getProperty("java.class.path");
    return start(folder, environment, List.of(), classPath, arguments);
  }

  /**
   * The same.
   *
   * @param before a command that runs the one that follows it
   */
  static ArachneProcess start(
      Path folder,
      Map<String, String> environment,
      List<String> before,
      String classPath,
      List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData"));
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of("-cp", classPath, "dev.arachne.cli.Main"));
    command.addAll(arguments);
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().putAll(environment);
    return new ArachneProcess(builder.start(), out, err);
  }

  /** Makes one jar of the class path, as the program is shipped: one open file for all classes. */
  static void jar(Path file) throws IOException {
    Set<String> names = new HashSet<>();
    try (var jar = new ZipOutputStream(Files.newOutputStream(file))) {
      jar.setLevel(Deflater.NO_COMPRESSION);
      for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
        Path path = Path.of(part);
        if (Files.isDirectory(path)) {
          add(path, names, jar);
        } else if (Files.exists(path)) {
          try (FileSystem files = FileSystems.newFileSystem(path)) {
            add(files.getPath("/"), names, jar);
          }
        }
      }
    }
  }

  private static void add(Path root, Set<String> names, ZipOutputStream jar) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = root.relativize(file).toString();
        if (!name.startsWith("META-INF/") && names.add(name)) {
          jar.putNextEntry(new ZipEntry(name));
          Files.copy(file, jar);
        }
      }
    }
  }

  /** Waits for its end; the exit code. */
  int await() throws Exception {
    if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly().waitFor();
      assertTrue(false, "it does not end: " + err());
    }
    return process.exitValue();
  }

  /** Waits until it says this on its error stream, or has ended; whether it runs. */
  boolean awaitWord(String word) throws Exception {
    while (process.isAlive() && !err().contains(word)) {
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
    return process.isAlive();
  }

  Process process() {
    return process;
  }

  String out() throws IOException {
    return Files.readString(out);
  }

  String err() throws IOException {
    return Files.readString(err);
  }
}

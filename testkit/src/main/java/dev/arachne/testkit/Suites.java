package dev.arachne.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Public test suites of other projects, kept next to the checkout and never inside it. A test
 * without its suite is skipped with a message:
 *
 * <pre>{@code
 * var file = Suites.file("robots/rfc9309-examples.json");
 * assumeTrue(file.isPresent(), Suites.MISSING);
 * }</pre>
 */
public final class Suites {

  /** The system property that names the directory of the suites. */
  public static final String PROPERTY = "arachne.suites";

  /** The message of a skipped test. */
  public static final String MISSING =
      "SKIPPED: no test suites in the directory that -D" + PROPERTY + " names";

  private Suites() {}

  /** The directory of the suites, if it is there. */
  public static Optional<Path> directory() {
    return Optional.ofNullable(System.getProperty(PROPERTY))
        .map(Path::of)
        .filter(Files::isDirectory);
  }

  /** A file of the suites by its path inside the directory, if it is there. */
  public static Optional<Path> file(String path) {
    return directory().map(directory -> directory.resolve(path)).filter(Files::isRegularFile);
  }

  /** The files of a directory of the suites whose names end in {@code suffix}, in their order. */
  public static List<Path> files(String path, String suffix) {
    Optional<Path> found = directory().map(directory -> directory.resolve(path));
    if (found.filter(Files::isDirectory).isEmpty()) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(found.get())) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of a file in UTF-8 that {@link #file} has found. */
  public static String text(Path file) {
    return new String(read(file), UTF_8);
  }

  /** The bytes of a file that {@link #file} has found. */
  public static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.arachne.extract;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Test data of other projects, in the folder that the system property {@code arachne.suites} names.
 */
final class Suites {
  private static final JsonMapper JSON = new JsonMapper();

  private Suites() {}

  /** The parsed file; the calling test is skipped, with a message, where it is absent. */
  static JsonNode json(String path) {
    try {
      // as text: the byte reader rejects names whose characters beyond the BMP are escaped as a
      // pair
      return JSON.readTree(Files.readString(root().resolve(path)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lines of a file in UTF-8; skips likewise. */
  static List<String> lines(String path) {
    try {
      return Files.readAllLines(root().resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files of a folder whose names end in {@code suffix}, sorted. */
  static List<String> files(String folder, String suffix) {
    Path at = root().resolve(folder);
    try (Stream<Path> files = Files.list(at)) {
      return files
          .map(file -> folder + "/" + file.getFileName())
          .filter(name -> name.endsWith(suffix))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path root() {
    Path root = Path.of(System.getProperty("arachne.suites", "absent"));
    assumeTrue(
        Files.isDirectory(root),
        "SKIPPED: no test data at " + root + "; name its folder with -Darachne.suites=FOLDER");
    return root;
  }
}

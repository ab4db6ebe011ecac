package dev.arachne.url;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The public test suites that are kept beside the checkout. */
final class Suites {
  private Suites() {}

  /** Reads a suite's JSON file; the test is skipped, with a message, where it is absent. */
  static JsonNode read(String name) {
    Path file = Path.of(System.getProperty("arachne.suites", "suites")).resolve(name);
    assumeTrue(Files.exists(file), () -> "SKIPPED: the suite " + file + " is absent");
    return JsonMapper.shared().readTree(file);
  }
}

package dev.arachne.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page of the documents that a test makes from the program itself. The test fails if the page is
 * not current, and writes it if the system property {@code arachne.docs} is {@code write}.
 * Immutable.
 *
 * @param name of the file in docs
 * @param module that has the test
 * @param test its class
 */
public record GeneratedPage(String name, String module, Class<?> test) {
  /** The command that writes the page. */
  public String command() {
    return "mvn -pl %s -am test -Dtest=%s -Dsurefire.failIfNoSpecifiedTests=false -Darachne.docs=write"
        .formatted(module, test.getSimpleName());
  }

  /** Fails if the page is not this text; or writes it. */
  public void check(String text) throws IOException {
    Path page = Path.of("../docs", name);
    if ("write".equals(System.getProperty("arachne.docs"))) {
      Files.writeString(page, text);
    }
    if (!Files.exists(page) || !Files.readString(page).equals(text)) {
      throw new AssertionError("docs/" + name + " is not current; use " + command());
    }
  }
}

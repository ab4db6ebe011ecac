package dev.arachne.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How many files and connections this process may have open, and has. Immutable.
 *
 * @param limit at most so many at a time
 * @param open now
 */
public record FileDescriptors(long limit, long open) {
  private static final String LIMIT = "Max open files";

  /** Those of this process; empty where the system does not tell, or sets no limit. */
  public static Optional<FileDescriptors> ofProcess() {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      String line =
          Files.readAllLines(Path.of("/proc/self/limits")).stream()
              .filter(it -> it.startsWith(LIMIT))
              .findFirst()
              .orElse("");
      String soft = line.replaceFirst(LIMIT + " *", "").replaceFirst(" .*", "");
      return soft.matches("[0-9]{1,18}")
          ? Optional.of(new FileDescriptors(Long.parseLong(soft), open.count()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}

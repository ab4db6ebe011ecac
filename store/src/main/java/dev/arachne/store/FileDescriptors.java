package dev.arachne.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The numbers of files and connections that this process may have open, and has. Immutable.
 *
 * @param limit the most at a time
 * @param open now
 */
public record FileDescriptors(long limit, long open) {
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final Path OPEN = Path.of("/proc/self/fd");
  private static final String LINE = "Max open files";

  /** The numbers of this process; empty where the system shows or sets no limit. */
  public static Optional<FileDescriptors> ofProcess() {
    if (!Files.exists(LIMITS)) {
      return Optional.empty();
    }
    try {
      String line =
          Files.readAllLines(LIMITS).stream()
              .filter(it -> it.startsWith(LINE))
              .findFirst()
              .orElse("");
      String soft = line.replaceFirst(LINE + " *", "").replaceFirst(" .*", "");
      return soft.matches("[0-9]{1,18}")
          ? Optional.of(new FileDescriptors(Long.parseLong(soft), opened()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.of(new FileDescriptors(0, 0)); // No descriptor is left for a look.
    }
  }

  private static long opened() throws IOException {
    try (Stream<Path> open = Files.list(OPEN)) {
      return open.count();
    }
  }
}

package dev.arachne.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** The resident memory of processes, as Linux shows it in {@code /proc}. */
final class ResidentMemory {
  private ResidentMemory() {}

  /** The bytes of a process; empty where the system does not show them. */
  static OptionalLong of(long process) {
    long bytes = bytes(lines(process), "VmRSS:");
    return bytes == 0 ? OptionalLong.empty() : OptionalLong.of(bytes);
  }

  /**
   * The bytes of processes of one program together. Shared memory, such as that of files, counts
   * once: as much as the process has that shares most. Empty where the system shows none.
   */
  static OptionalLong of(List<Long> processes) {
    long own = 0;
    long files = 0;
    long shared = 0;
    for (long process : processes) {
      List<String> lines = lines(process);
      own += bytes(lines, "RssAnon:");
      files = Math.max(files, bytes(lines, "RssFile:"));
      shared = Math.max(shared, bytes(lines, "RssShmem:"));
    }
    long all = own + files + shared;
    return all == 0 ? OptionalLong.empty() : OptionalLong.of(all);
  }

  private static List<String> lines(long process) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(process), "status"));
    } catch (IOException e) {
      return List.of(); // It has ended, or this is not Linux.
    }
  }

  private static long bytes(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
        .findFirst()
        .orElse(0);
  }
}

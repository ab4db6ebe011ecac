package dev.arachne.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The address space of this process, which {@code ulimit -v} can bound. */
final class AddressSpace {
  private AddressSpace() {}

  /** Bytes that are left; empty where the system sets or shows no limit. */
  static OptionalLong left() {
    try {
      long limit = number(Path.of("/proc/self/limits"), "Max address space");
      long used = number(Path.of("/proc/self/status"), "VmSize:") << 10;
      return limit < 0 ? OptionalLong.empty() : OptionalLong.of(limit - used);
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** The first number of the line that begins so; -1 without one. */
  private static long number(Path file, String begin) throws IOException {
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith(begin)) {
        String word = line.substring(begin.length()).strip().replaceFirst("\\s.*", "");
        return word.matches("[0-9]{1,18}") ? Long.parseLong(word) : -1;
      }
    }
    return -1;
  }
}

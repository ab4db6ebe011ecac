package dev.arachne.compare;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The machine of measurements.
 *
 * @param processor its model, or its architecture if the model is unknown
 * @param cores that this process may use
 * @param memory in bytes
 * @param system the operating system and its version
 * @param jdk the version and its vendor
 */
public record Machine(String processor, int cores, long memory, String system, String jdk) {

  /** This machine. */
  static Machine here() {
    return new Machine(
        model(),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        Runtime.version() + ", " + System.getProperty("java.vendor"));
  }

  /** All of it, in a line. */
  @Override
  public String toString() {
    return "%s, %d cores, %s; %s; JDK %s"
        .formatted(processor, cores, Shown.bytes((double) memory), system, jdk);
  }

  private static String model() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.replaceFirst(".*: *", ""))
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}

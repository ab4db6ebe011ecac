package dev.arachne.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The processes of Chromium below this one, as Linux shows them in {@code /proc}. */
public final class BrowserProcesses {
  private BrowserProcesses() {}

  /** The command line of a process, with spaces between its arguments; empty if it has ended. */
  public static String argumentsOf(ProcessHandle process) {
    return read(process, "cmdline").orElse("").replace('\0', ' ');
  }

  /** Whether a process shows pages. */
  public static boolean isRenderer(ProcessHandle process) {
    return argumentsOf(process).contains("--type=renderer");
  }

  /**
   * The niceness of all browsers that show pages, read from their zygotes. Other processes may
   * differ: a browser gives a renderer less CPU time when it is to end.
   */
  public static Set<Integer> niceness() {
    return nicenessBut(Set.of());
  }

  /** The same without some of the processes below this one. */
  public static Set<Integer> nicenessBut(Set<ProcessHandle> others) {
    Set<Integer> all = new TreeSet<>();
    for (ProcessHandle process : ProcessHandle.current().descendants().toList()) {
      if (!others.contains(process)
          && argumentsOf(process).contains("--type=zygote")
          && process.descendants().anyMatch(BrowserProcesses::isRenderer)) {
        read(process, "stat").map(BrowserProcesses::niceness).ifPresent(all::add);
      }
    }
    return all;
  }

  /** The 19th field of {@code /proc/PID/stat}; the second, a name, may have spaces (proc(5)). */
  private static Integer niceness(String stat) {
    return Integer.valueOf(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16]);
  }

  private static Optional<String> read(ProcessHandle process, String file) {
    try {
      return Optional.of(Files.readString(Path.of("/proc", "" + process.pid(), file)));
    } catch (IOException e) {
      return Optional.empty(); // It has ended.
    }
  }
}

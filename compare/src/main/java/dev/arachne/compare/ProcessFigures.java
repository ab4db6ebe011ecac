package dev.arachne.compare;

import static java.util.stream.Collectors.toSet;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The resources that this process takes, its child processes included. The JDK has most of these
 * figures; only Linux has those of memory outside the heap, and of ended children. Elsewhere these
 * count as 0.
 */
final class ProcessFigures {
  private static final long NANOS_PER_TICK = 10_000_000; // USER_HZ is 100 on every Linux

  /**
   * Fields of {@code /proc/self/stat} behind the name, in ticks: user time, and system time next.
   */
  private static final int OWN_TIME = 11;

  /** The same of children that have ended. */
  private static final int ENDED_CHILDREN_TIME = 13;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  /** Threads that the JVM has anyway, and the one that runs the program. */
  private final Set<Long> first = Arrays.stream(threads.getAllThreadIds()).boxed().collect(toSet());

  /** The processor time of each thread that came later, when the peak was forgotten. */
  private final Map<Long, Long> before = new HashMap<>();

  /** Processor time of this process and of its children. */
  long cpuNanos() throws IOException {
    return system.getProcessCpuTime() + childrenNanos();
  }

  /** Processor time of the children, those that have ended included. */
  long childrenNanos() throws IOException {
    long children = ticks("self", ENDED_CHILDREN_TIME);
    for (ProcessHandle child : ProcessHandle.current().children().toList()) {
      children += ticks("" + child.pid(), OWN_TIME);
    }
    return children * NANOS_PER_TICK;
  }

  private static long ticks(String process, int first) throws IOException {
    long sum = 0;
    for (String line : linesOf("/proc/" + process + "/stat")) {
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
      sum += Long.parseLong(fields[first]) + Long.parseLong(fields[first + 1]);
    }
    return sum;
  }

  /** Resets the peak. */
  void forgetPeak() {
    before.clear();
    for (long thread : threads.getAllThreadIds()) {
      if (!first.contains(thread)) {
        before.put(thread, threads.getThreadCpuTime(thread));
      }
    }
    threads.resetPeakThreadCount();
  }

  /**
   * Platform threads at the peak, without virtual ones. Threads that the JVM has anyway are not
   * counted, and idle threads of a pool since the last reset are not either.
   */
  int peakThreads() {
    long idle =
        before.entrySet().stream()
            .filter(thread -> threads.getThreadCpuTime(thread.getKey()) == thread.getValue())
            .count();
    return (int) (threads.getPeakThreadCount() - (first.size() - 1) - idle);
  }

  /** Bytes of objects that are alive. */
  long liveHeap() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Bytes in memory of this process and of its living children. */
  long resident() throws IOException {
    long sum = resident("self");
    for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
      sum += resident("" + child.pid());
    }
    return sum;
  }

  private static long resident(String process) throws IOException {
    for (String line : linesOf("/proc/" + process + "/status")) {
      if (line.startsWith("VmRSS:")) {
        return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    return 0;
  }

  private static List<String> linesOf(String file) throws IOException {
    try {
      return Files.readAllLines(Path.of(file));
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }
}

package dev.arachne.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** The program's way in, with a last line that tells the most memory and the CPU time it took. */
final class MeasuredCrawl {
  private MeasuredCrawl() {}

  public static void main(String[] arguments) throws IOException {
    var out = new PrintWriter(System.out, true);
    int code = Arachne.run(arguments, out, out);
    String most =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("VmHWM:"))
            .findFirst()
            .orElseThrow();
    long cpu = ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis();
    out.println("resident " + most.replaceAll("\\D", "") + " cpu " + cpu);
    System.exit(code);
  }
}

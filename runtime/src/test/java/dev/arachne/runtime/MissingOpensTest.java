package dev.arachne.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class MissingOpensTest {
  /** A program that embeds loops, two one after the other. */
  static final class Program {
    public static void main(String[] arguments) throws Exception {
      for (int i = 0; i < 2; i++) {
        System.out.println(EventLoop.run("a program", () -> "done"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"--add-opens=java.base/java.lang=ALL-UNNAMED, 0", "-Xshare:auto, 1"})
  void aMissingOptionOfTheJvmIsNamedOnce(String option, long times) throws Exception {
    String java = ProcessHandle.current().info().command().orElseThrow();
    String classPath = System.getProperty("java.class.path");
    Process program =
        new ProcessBuilder(java, option, "-cp", classPath, Program.class.getName())
            .redirectErrorStream(true)
            .start();
    List<String> lines =
        new String(program.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertEquals(0, program.waitFor(), lines::toString);
    assertEquals(2, lines.stream().filter("done"::equals).count(), lines::toString);
    assertEquals(times, lines.stream().filter(it -> it.contains("--add-opens")).count());
  }
}

package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.CrawlStatus;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code arachne stop} and {@code status} on a crawl in another process. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a process there cannot be asked to end")
class StopCommandTest {
  private static final int HANGING = 1_000;

  @TempDir Path temporary;

  private record Ran(int code, String out, String err) {}

  private static Ran arachne(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Arachne.run(arguments, new PrintWriter(out), new PrintWriter(err, true));
    return new Ran(code, out.toString(), err.toString());
  }

  private static Process crawl(Path directory, String root) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.arachne.cli.Main", "crawl", "--no-adapt", "--tasks", "" + HANGING));
    command.addAll(List.of("--dir", directory.toString(), "--ignore-robots", root));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  @Test
  void aCrawlWithAThousandSilentServersEndsWhenItIsTold() throws Exception {
    String links =
        IntStream.range(0, HANGING)
            .mapToObj(i -> "<a href=/" + i + ">")
            .collect(Collectors.joining());
    Path directory = temporary.resolve("kept");
    try (TestWeb web =
        TestWeb.serve(request -> request.target().equals("/") ? Reply.html(links) : Reply.hang())) {
      Process process = crawl(directory, web.url("/"));
      web.awaitRequests(1 + HANGING, Duration.ofSeconds(90));

      Ran status = arachne("status", "--json", directory.toString());
      assertTrue(status.out.contains("\"process\":" + process.pid()), status.out);
      assertTrue(status.out.contains("\"discovered\":" + (1 + HANGING)), status.out);

      // Generous, since the machine may be busy: the time in which it must end, or be killed.
      Ran stop = arachne("stop", "--within", "60s", directory.toString());
      assertEquals(ExitCode.DONE, stop.code, stop.err);
      assertTrue(stop.out.endsWith("has ended\n"), stop.out);
      assertEquals(0, process.waitFor());
      CrawlStatus after = CrawlStatus.of(directory);
      assertEquals(HANGING, after.counts().pending());
      assertTrue(Files.readString(directory.resolve("log")).contains("ended: INTERRUPT"));
    }
    assertTrue(arachne("stop", directory.toString()).out.endsWith("nobody crawls there\n"));
  }

  @Test
  void whereNoCrawlIsKeptThereIsOneLineThatSaysSo() {
    for (String verb : List.of("stop", "status", "resume")) {
      Ran ran = arachne(verb, temporary.resolve("nothing").toString());
      assertEquals(ExitCode.USAGE, ran.code);
      assertEquals(1, ran.err.lines().count(), ran.err);
      assertTrue(ran.err.contains("no crawl is kept there"), ran.err);
    }
  }
}

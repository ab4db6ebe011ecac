package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.directory.CrawlStatus;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestWeb;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

  private static List<String> crawl(Path directory, String root) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("dev.arachne.cli.Main", "crawl", "--no-adapt", "--tasks", "" + HANGING));
    command.addAll(List.of("--dir", directory.toString(), "--ignore-robots", root));
    return command;
  }

  @Test
  void aCrawlWithAThousandSilentServersStopsOnRequest() throws Exception {
    String links =
        IntStream.range(0, HANGING)
            .mapToObj(i -> "<a href=/" + i + ">")
            .collect(Collectors.joining());
    Path directory = temporary.resolve("kept");
    try (TestWeb web =
        TestWeb.serve(request -> request.target().equals("/") ? Reply.html(links) : Reply.hang())) {
      Process process =
          new ProcessBuilder(crawl(directory, web.url("/"))).redirectErrorStream(true).start();
      web.awaitRequests(1 + HANGING, Duration.ofSeconds(90));

      Ran status = arachne("status", "--json", directory.toString());
      assertTrue(status.out.contains("\"process\":" + process.pid()), status.out);
      assertTrue(status.out.contains("\"discovered\":" + (1 + HANGING)), status.out);

      // Generous, since the machine may be busy: the time in which it must end, or be killed.
      Ran stop = arachne("stop", "--within", "60s", directory.toString());
      assertEquals(ExitCode.DONE, stop.code, stop.err);
      assertTrue(stop.out.endsWith("has ended\n"), stop.out);
      assertEquals(143, process.waitFor());
      CrawlStatus after = CrawlStatus.of(directory);
      assertEquals(HANGING, after.counts().pending());
      assertTrue(Files.readString(directory.resolve("log")).contains("ended: INTERRUPT"));
    }
    assertTrue(arachne("stop", directory.toString()).out.endsWith("no process crawls there\n"));
  }

  @Test
  @Timeout(60)
  void aProcessThatEndedAndIsNotReapedIsNotWaitedFor() throws Exception {
    Path directory = temporary.resolve("kept");
    try (TestWeb web = TestWeb.serve(_ -> Reply.hang())) {
      // The shell becomes a program that never asks what became of its child.
      List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$@\" & exec sleep 600", "sh"));
      command.addAll(crawl(directory, web.url("/")));
      Process parent =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        web.awaitRequests(1, Duration.ofSeconds(60));
        Ran stop = arachne("stop", "--within", "30s", directory.toString());
        assertEquals(ExitCode.DONE, stop.code, stop.err);
        assertTrue(stop.out.endsWith("has ended\n"), stop.out);
      } finally {
        parent.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  @Timeout(60)
  void aStrangerWithTheNumberOfTheCrawlIsLeftAlone() throws Exception {
    Path directory = temporary.resolve("kept");
    Process stranger = new ProcessBuilder("sleep", "600").start();
    try (TestWeb web = TestWeb.serve(_ -> Reply.hang())) {
      Process process =
          new ProcessBuilder(crawl(directory, web.url("/"))).redirectErrorStream(true).start();
      try {
        web.awaitRequests(1, Duration.ofSeconds(60));
        Path file = directory.resolve("holder");
        String holder = Files.readString(file);
        // Of a crawl that began an hour ago, as one does whose number came round again.
        Instant hourAgo = Instant.parse(holder.split(" ")[1]).minusSeconds(3_600);
        Files.writeString(file, stranger.pid() + " " + hourAgo + " " + hourAgo);
        Ran stop = arachne("stop", "--within", "50ms", directory.toString());
        assertEquals(ExitCode.FAILED, stop.code, stop.out);
        assertEquals(1, stop.err.lines().count(), stop.err);
        assertTrue(stop.err.contains("cannot be seen from here"), stop.err);
        assertTrue(stranger.isAlive());
        Files.writeString(file, holder);
        assertEquals(ExitCode.DONE, arachne("stop", "--within", "30s", directory.toString()).code);
      } finally {
        process.destroyForcibly();
      }
    } finally {
      stranger.destroyForcibly();
    }
  }

  @Test
  void whereNoCrawlIsKeptThereIsOneLineThatSaysSo() {
    for (String verb : List.of("stop", "status", "resume")) {
      Ran ran = arachne(verb, temporary.resolve("nothing").toString());
      assertEquals(ExitCode.USAGE, ran.code);
      assertEquals(1, ran.err.lines().count(), ran.err);
      assertTrue(ran.err.contains("no crawl found in this directory"), ran.err);
    }
  }
}

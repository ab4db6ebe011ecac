package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls in processes from which the machine takes something away; Linux only. */
class LackingMachineTest {
  private static final LinkedPages SITE = new LinkedPages(300, 500, 6, 7);

  @TempDir Path folder;

  private static boolean runs(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** A page after a while, on a connection that serves no other. */
  private static Reply later(TestRequest request) {
    var page = (HttpReply) SITE.reply(request);
    return page.header("Connection", "close").after(Duration.ofMillis(5));
  }

  @Test
  void aCrawlWaitsForDescriptorsAndBlamesNoHost() throws Exception {
    assumeTrue(runs("prlimit", "--nofile"), "SKIPPED: no prlimit here");
    Path jar = folder.resolve("arachne.jar"); // Or classes could not be loaded.
    ArachneProcess.jar(jar);
    try (TestWeb web = TestWeb.serve(LackingMachineTest::later)) {
      ArachneProcess process =
          ArachneProcess.start(
              folder,
              Map.of(),
              List.of("env"),
              jar.toString(),
              List.of("crawl", "--store", "memory", "-o", "lines.jsonl", web.url("/")));
      while (web.requestCount() < 60 && process.process().isAlive()) {
        Thread.onSpinWait();
      }
      String pid = Long.toString(process.process().pid());
      assertTrue(runs("prlimit", "--pid", pid, "--nofile=10:1000"));
      assertTrue(
          process.awaitWord("waiting for a file descriptor"), "it did not wait: " + process.err());
      assertTrue(runs("prlimit", "--pid", pid, "--nofile=1000:1000"));
      assertEquals(0, process.await(), process.err());
      assertFalse(process.out().contains("Failed"), process.out());
      assertEquals(SITE.pages(), Files.readAllLines(folder.resolve("lines.jsonl")).size());
    }
  }

  @Test
  void aCrawlWaitsForPortsAndBlamesNoHost() throws Exception {
    assumeTrue(
        runs("unshare", "-n", "ip", "link", "set", "lo", "up"),
        "SKIPPED: no right to a network of its own here");
    Path site = Files.createDirectory(folder.resolve("site"));
    var links = new StringBuilder();
    for (int page = 0; page < 60; page++) {
      Files.writeString(site.resolve(page + ".html"), "<title>" + page + "</title>");
      links.append("<a href=").append(page).append(".html>").append(page).append("</a>");
    }
    Files.writeString(site.resolve("index.html"), links);
    String fewPorts =
        "ip link set lo up && echo 40000 40007 > /proc/sys/net/ipv4/ip_local_port_range"
            + " && exec \"$@\"";
    ArachneProcess process =
        ArachneProcess.start(
            folder,
            Map.of(),
            List.of("unshare", "-n", "sh", "-c", fewPorts, "sh"),
            System.getProperty("java.class.path"),
            List.of("crawl", "--tasks", "30", "--store", "memory", site.toString()));
    assertEquals(0, process.await(), process.err());
    assertFalse(process.out().contains("Failed"), process.out());
    assertTrue(process.out().contains("61 URLs done"), process.out());
    assertTrue(process.err().contains("waiting for a free port"), process.err());
  }

  @Test
  void aStoreWithoutAddressSpaceIsRefusedInOneLine() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/limits")), "SKIPPED: no /proc here");
    String small =
        "-XX:ActiveProcessorCount=2 -Xmx64m -XX:CompressedClassSpaceSize=64m -XX:ReservedCodeCacheSize=64m";
    try (TestWeb web = TestWeb.serve(SITE)) {
      ArachneProcess process =
          ArachneProcess.start(
              folder,
              Map.of("JDK_JAVA_OPTIONS", small, "MALLOC_ARENA_MAX", "1"),
              List.of("sh", "-c", "ulimit -v 800000; exec \"$@\"", "sh"),
              System.getProperty("java.class.path"),
              List.of("crawl", "--dir", "kept", web.url("/")));
      assertEquals(ExitCode.MACHINE, process.await(), process.err());
      List<String> lines =
          process.err().lines().filter(line -> !line.startsWith("NOTE: Picked up")).toList();
      assertEquals(1, lines.size(), lines::toString);
      assertTrue(lines.getFirst().startsWith("arachne crawl: ulimit -v leaves "), lines::toString);
      assertEquals(0, web.requestCount());
    }
  }
}

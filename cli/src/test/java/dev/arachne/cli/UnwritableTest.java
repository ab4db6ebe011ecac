package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.options.FileFailure;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be written is named with the reason, and what to do. */
class UnwritableTest {
  private static final LinkedPages SITE = new LinkedPages(5, 300, 3, 1);

  @TempDir Path folder;
  private Path mount;

  @BeforeEach
  void makeMountPoint() throws Exception {
    mount = Files.createDirectory(folder.resolve("mount"));
  }

  @AfterEach
  void unmount() throws Exception {
    new ProcessBuilder("umount", mount.toString()).start().waitFor();
  }

  private void mountReadOnly() throws Exception {
    assumeTrue(
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", "ro", "tmpfs", mount.toString())
                .redirectErrorStream(true)
                .start()
                .waitFor()
            == 0,
        "SKIPPED: no right to mount a disk here");
  }

  @Test
  void aMessageIsNeverAPathAlone() {
    assertEquals("/x/y: permission denied", FileFailure.text(new AccessDeniedException("/x/y")));
    assertEquals(
        "/x/y: no such file or directory", FileFailure.text(new NoSuchFileException("/x/y")));
    assertEquals("gone", FileFailure.text(new IOException("gone")));
  }

  @Test
  void aReadOnlyDiskIsNamedByEachVerb() throws Exception {
    mountReadOnly();
    try (TestWeb web = TestWeb.serve(SITE)) {
      CapturedOutput crawl =
          CapturedOutput.by("crawl", "--dir", mount.resolve("kept").toString(), web.url("/"));
      assertEquals(
          "arachne crawl: cannot write "
              + mount.resolve("kept")
              + ": Read-only file system; choose another --dir\n",
          crawl.err());
      assertEquals(ExitCode.MACHINE, crawl.code());
      String file = mount.resolve("file").toString();
      String refusal =
          "cannot write " + file + ": permission denied; use the name of another file\n";
      for (String verb : List.of("crawl", "fetch", "compare")) {
        CapturedOutput told = CapturedOutput.by(verb, "-o", file, web.url("/"));
        assertEquals("arachne " + verb + ": --output: " + refusal, told.err());
        assertEquals(ExitCode.USAGE, told.code());
      }
      CapturedOutput saved =
          CapturedOutput.by("crawl", "--store", "memory", "--save", file, web.url("/"));
      assertEquals(
          "arachne crawl: "
              + file
              + ": cannot be made: Read-only file system; use another directory after --save\n",
          saved.err());
    }
  }

  @Test
  void aLostReportIsNamed() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "SKIPPED: no /dev/full here");
    try (TestWeb web = TestWeb.serve(SITE)) {
      ArachneProcess process =
          ArachneProcess.start(
              folder,
              Map.of(),
              List.of("sh", "-c", "exec \"$@\" > /dev/full", "sh"),
              System.getProperty("java.class.path"),
              List.of("crawl", "--store", "memory", web.url("/")));
      assertEquals(ExitCode.MACHINE, process.await());
      assertEquals(
          "arachne: cannot write to standard output: No space left on device\n", process.err());
    }
  }

  @Test
  void aReaderThatEndsEarlyIsNotAFailure() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      ArachneProcess process =
          ArachneProcess.start(
              folder,
              Map.of(),
              List.of("sh", "-c", "{ \"$@\"; echo code $? >&2; } | :", "sh"),
              System.getProperty("java.class.path"),
              List.of("crawl", "--store", "memory", web.url("/")));
      process.await();
      assertEquals("code " + ExitCode.PIPE_CLOSED + "\n", process.err());
    }
  }

  @Test
  void aNamedPipeInAFolderHoldsUpNothing() throws Exception {
    Path site = Files.createDirectory(folder.resolve("site"));
    Files.writeString(site.resolve("index.html"), "<a href=pipe>1</a><a href=page.html>2</a>");
    Files.writeString(site.resolve("page.html"), "<title>2</title>");
    assumeTrue(
        new ProcessBuilder("mkfifo", site.resolve("pipe").toString()).start().waitFor() == 0,
        "SKIPPED: no named pipes here");
    ArachneProcess process =
        ArachneProcess.start(
            folder, Map.of(), List.of("crawl", "--store", "memory", site.toString()));
    assertTrue(process.process().waitFor(20, TimeUnit.SECONDS), "it waits for the pipe");
    assertTrue(process.out().contains("404 Not Found"), process.out());
    assertFalse(process.out().contains("Failed"), process.out());
  }
}

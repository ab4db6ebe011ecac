package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store's native library, as earlier starts have left it in the user's cache. */
class UnpackedLibraryTest {
  @TempDir Path folder;
  private Path cache;
  private Path mount;

  @BeforeEach
  void makeCache() throws Exception {
    cache = Files.createDirectory(folder.resolve("cache"));
    mount = Files.createDirectory(folder.resolve("mount"));
  }

  @AfterEach
  void unmount() throws Exception {
    new ProcessBuilder("umount", mount.toString()).start().waitFor();
  }

  private ArachneProcess crawl(Path cache, Map<String, String> more) throws Exception {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("XDG_CACHE_HOME", cache.toString());
    try (TestWeb web = TestWeb.serve(new LinkedPages(3, 300, 3, 1))) {
      ArachneProcess process =
          ArachneProcess.start(
              folder,
              environment,
              List.of("crawl", "-q", "--dir", "kept", "--fresh", web.url("/")));
      process.await();
      return process;
    }
  }

  private void assertCrawls(Path cache) throws Exception {
    ArachneProcess process = crawl(cache, Map.of());
    assertEquals(0, process.await(), process.err());
    assertEquals("", process.err());
  }

  private Path library() throws Exception {
    try (Stream<Path> files = Files.walk(cache)) {
      List<Path> all = files.filter(Files::isRegularFile).toList();
      assertEquals(1, all.size(), all::toString);
      return all.getFirst();
    }
  }

  @Test
  void aLibraryThatIsNotWholeIsUnpackedAgain() throws Exception {
    assertCrawls(cache);
    byte[] whole = Files.readAllBytes(library());
    try (var file = new RandomAccessFile(library().toFile(), "rw")) {
      file.setLength(0);
    }
    assertCrawls(cache);
    assertEquals(whole.length, Files.size(library()));
    try (var file = new RandomAccessFile(library().toFile(), "rw")) {
      file.setLength(whole.length / 2);
    }
    assertCrawls(cache);
    try (var file = new RandomAccessFile(library().toFile(), "rw")) {
      file.seek(whole.length / 2);
      file.write(new byte[10_000]);
    }
    assertCrawls(cache);
    assertEquals(-1, Arrays.mismatch(whole, Files.readAllBytes(library())));
  }

  @Test
  void aCacheWithoutRoomIsDoneWithout() throws Exception {
    mount("size=1m");
    assertCrawls(mount);
    try (Stream<Path> files = Files.walk(mount)) {
      assertEquals(List.of(), files.filter(Files::isRegularFile).toList());
    }
  }

  @Test
  void aMissingDirectoryToUnpackIsReportedInOneLine() throws Exception {
    mount("noexec,size=64m");
    String temporary = "-Djava.io.tmpdir=" + mount;
    ArachneProcess process = crawl(mount, Map.of("JDK_JAVA_OPTIONS", temporary));
    assertEquals(ExitCode.MACHINE, process.await(), process.err());
    List<String> lines =
        process.err().lines().filter(line -> !line.startsWith("NOTE: Picked up")).toList();
    assertEquals(1, lines.size(), lines::toString);
    assertTrue(
        lines.getFirst().startsWith("arachne crawl: the store's library cannot be loaded ("),
        lines::toString);
    assertTrue(lines.getFirst().contains("XDG_CACHE_HOME"), lines::toString);
    try (Stream<Path> files = Files.walk(mount)) {
      assertTrue(files.noneMatch(file -> file.toString().contains("unfinished")));
    }
  }

  private void mount(String options) throws Exception {
    assumeTrue(
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", options, "tmpfs", mount.toString())
                .redirectErrorStream(true)
                .start()
                .waitFor()
            == 0,
        "SKIPPED: no right to mount a small disk here");
  }
}

package dev.arachne.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.EventLoop;
import dev.arachne.testkit.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a browser on this machine. */
final class BrowserProcessTest {
  @TempDir private Path temporary;

  /** Starts a browser, says so, and waits to be killed. */
  static final class Owner {
    private Owner() {}

    /** The owner's process. */
    public static void main(String[] arguments) throws Exception {
      EventLoop.run(
          "browser",
          () -> {
            var browser = Browser.start(options());
            System.out.println("started " + browser.pages());
            EventLoop.sleep(Duration.ofMinutes(5));
            return true;
          });
    }
  }

  @BeforeEach
  void thereIsABrowser() {
    LocalBrowser.assumeInstalled();
  }

  @Test
  void nothingIsLeftWhenItsOwnerIsKilled() throws Exception {
    var owner =
        new ProcessBuilder(ChildJvm.command("-Djava.io.tmpdir=" + temporary, Owner.class))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertEquals("started 0", owner.inputReader().readLine());
    List<ProcessHandle> processes = owner.descendants().toList();
    assertTrue(processes.size() > 2, processes::toString);
    assertEquals(1, profiles());
    owner.destroyForcibly();
    for (ProcessHandle process : processes) {
      var _ = process.onExit().get(60, TimeUnit.SECONDS);
    }
    assertEquals(0, profiles());
  }

  @Test
  void nothingIsLeftWhenItIsClosed() throws Exception {
    List<ProcessHandle> processes =
        EventLoop.run(
            "browser",
            () -> {
              try (var _ = Browser.start(options())) {
                return ProcessHandle.current().descendants().toList();
              }
            });
    assertTrue(processes.size() > 2, processes::toString);
    for (ProcessHandle process : processes) {
      var _ = process.onExit().get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void aBrowserThatIsKilledIsNoLongerUsable() throws Exception {
    EventLoop.run(
        "browser",
        () -> {
          try (var browser = Browser.start(options())) {
            ProcessHandle.current()
                .children()
                .flatMap(ProcessHandle::descendants)
                .forEach(ProcessHandle::destroyForcibly);
            BrowserException failure = null;
            try {
              var _ =
                  browser.show(
                      "http://site.test/",
                      new PageReply.Answer(200, List.of(), new byte[0]),
                      _ -> new PageReply.Refused());
            } catch (BrowserException e) {
              failure = e;
            }
            assertTrue(failure != null && !browser.isUsable());
            assertEquals(BrowserException.Kind.BROKEN, failure.kind(), failure::toString);
          }
          return true;
        });
  }

  private long profiles() throws IOException {
    try (Stream<Path> all = Files.list(temporary)) {
      return all.filter(it -> it.getFileName().toString().startsWith("arachne-browser")).count();
    }
  }

  private static BrowserOptions options() {
    return LocalBrowser.options(Duration.ofSeconds(20), Set.of(), false);
  }
}

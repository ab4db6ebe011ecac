package dev.arachne.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.testkit.BrowserProcesses;
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
  private static final int CANCELLED = 40;

  /** Chromium keeps a process to spare, and a tab may wait for the next page of its site. */
  private static final int MOST_LEFT = 3;

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

  /** Each is cancelled at another moment, most of them while their tabs open. */
  @Test
  void noTabIsLeftOfPagesThatAreCancelled() {
    LocalBrowser.in(
        options(),
        browser -> {
          for (int i = 0; i < CANCELLED; i++) {
            Duration moment = Duration.ofMillis(2 * i);
            TaskGroup.run(group -> {
              var page =
                  group.spawn(
                      "a page",
                      () ->
                          browser.show(
                              LocalBrowser.PAGE,
                              LocalBrowser.html("a page"),
                              _ -> new PageReply.Refused()));
              EventLoop.sleep(moment);
              page.cancel();
              return true;
            });
          }
          Deadline soon = EventLoop.current().deadline(Duration.ofSeconds(20));
          while (tabs() > MOST_LEFT && !soon.hasPassed()) {
            EventLoop.sleep(Duration.ofMillis(20));
          }
          assertTrue(browser.isUsable());
          assertTrue(tabs() <= MOST_LEFT, () -> tabs() + " are left");
          return true;
        });
  }

  private static long tabs() {
    return ProcessHandle.current().descendants().filter(BrowserProcesses::isRenderer).count();
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

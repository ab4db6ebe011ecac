package dev.arachne.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The process of a browser, with a profile of its own and without a network: every proxy and every
 * name is unreachable. It ends with its control pipe, so also when this process is killed; a shell
 * waits for that, and removes the profile. Its methods block. Thread-safe.
 */
final class BrowserProcess {
  private static final int CLOSE_SECONDS = 5;

  /** The number of characters kept of the browser's last output. */
  private static final int MOST_WORDS = 2_000;

  private static final List<String> USUAL_NAMES =
      List.of("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome");

  /**
   * No process of the browser has more than 2 GiB of memory of its own: a page that takes more ends
   * its tab. The pipes are descriptors 3 and 4. In a session of its own the browser has no terminal
   * that could interrupt it. A killed browser leaves a directory for its socket. If the system
   * allows network namespaces for users, it gets an empty one: its flags are then a second barrier.
   * Linux may share CPUs between sessions first, each of which has a niceness of its own. Processes
   * of a killed browser may write to its profile for a short time.
   */
  private static final String SCRIPT =
      """
      profile=$1; nice=$2; shift 2
      trap '' HUP INT QUIT TERM
      ulimit -d 2097152
      if unshare --map-current-user --net true 2>/dev/null; then
        set -- unshare --map-current-user --net "$@"
      fi
      set -- sh -c '{ echo "$1" >/proc/self/autogroup; } 2>/dev/null; shift; exec "$@"' sh "$nice" "$@"
      if command -v nice >/dev/null; then set -- nice -n "$nice" "$@"; fi
      if command -v setsid >/dev/null; then set -- setsid "$@"; fi
      "$@" 3<&0 4>&1 </dev/null >/dev/null 2>"$profile/errors"
      head -c 2000 "$profile/errors" >&2
      socket=$(readlink "$profile/SingletonSocket")
      case $socket in
        */*.Chrom*/SingletonSocket) rm -rf "${socket%/SingletonSocket}" ;;
      esac
      for _ in 1 2 3 4 5; do rm -rf "$profile" && break; sleep 1; done
      """;

  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--remote-debugging-pipe",
          // Data leaves the browser only by the pipe.
          "--proxy-server=http://127.0.0.1:9",
          "--proxy-bypass-list=<-loopback>",
          "--host-resolver-rules=MAP * ~NOTFOUND",
          "--webrtc-ip-handling-policy=disable_non_proxied_udp",
          "--dns-prefetch-disable",
          "--no-pings",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-domain-reliability",
          "--disable-client-side-phishing-detection",
          "--disable-sync",
          "--disable-default-apps",
          "--disable-extensions",
          "--disable-breakpad",
          "--no-first-run",
          "--no-default-browser-check",
          "--metrics-recording-only",
          "--password-store=basic",
          "--use-mock-keychain",
          // Pages cannot request permissions, and get none.
          "--deny-permission-prompts",
          "--block-new-web-contents",
          "--disable-notifications",
          "--disable-print-preview",
          "--mute-audio",
          "--disable-gpu",
          "--disable-dev-shm-usage",
          // Without it, a tab that was idle for some seconds does not draw its next page.
          "--run-all-compositor-stages-before-draw",
          // A page and its frames are one process, so they have one time and one end.
          "--disable-site-isolation-trials",
          // The next page reuses the frame of the one before, and no page is kept for "back".
          "--disable-back-forward-cache",
          // No experiments that this build of the browser takes part in.
          "--disable-field-trial-config",
          "--disable-features=IsolateOrigins,site-per-process,Translate,OptimizationHints,"
              + "MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,"
              + "PaintHolding,HttpsUpgrades,WebRtcHideLocalIpsWithMdns,RenderDocument,"
              // Popups of an address bar would be pages too, with processes of their own.
              + "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,OmniboxAimPopupWebUIContent",
          "--js-flags=--max-old-space-size=512");

  private final Process process;

  private BrowserProcess(Process process) {
    this.process = process;
  }

  /** Starts a browser. */
  static BrowserProcess start(BrowserOptions options) throws BrowserException {
    Path program = options.program().or(BrowserProcess::usual).orElseThrow(BrowserProcess::none);
    try {
      Path profile = Files.createTempDirectory("arachne-browser");
      List<String> command =
          new ArrayList<>(
              List.of("sh", "-c", SCRIPT, "sh", "" + profile, nice(options), "" + program));
      command.addAll(FLAGS);
      command.add("--user-data-dir=" + profile);
      if (options.sandbox() == BrowserOptions.Sandbox.OFF) {
        command.add("--no-sandbox");
      }
      command.add("about:blank");
      return new BrowserProcess(new ProcessBuilder(command).start());
    } catch (IOException e) {
      throw new BrowserException(
          BrowserException.Kind.UNAVAILABLE, "the browser cannot be started: " + e.getMessage(), e);
    }
  }

  private static String nice(BrowserOptions options) {
    return switch (options.priority()) {
      case NORMAL -> "0";
      case LOW -> "10";
    };
  }

  private static Optional<Path> usual() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    for (String name : USUAL_NAMES) {
      for (String directory : path.split(":", -1)) {
        Path program = Path.of(directory, name);
        if (!directory.isEmpty() && Files.isExecutable(program)) {
          return Optional.of(program);
        }
      }
    }
    return Optional.empty();
  }

  private static BrowserException none() {
    return new BrowserException(
        BrowserException.Kind.UNAVAILABLE,
        "no Chromium was found; install it (apt install chromium), or say where one is: --browser"
            + " PATH");
  }

  InputStream output() {
    return process.getInputStream();
  }

  OutputStream input() {
    return process.getOutputStream();
  }

  /** The reason why a browser ended, for people. */
  BrowserException failure() {
    String words = words();
    if (words.contains("without --no-sandbox") || words.contains("No usable sandbox")) {
      return new BrowserException(
          BrowserException.Kind.UNAVAILABLE,
          "the browser has no sandbox here, as for root; crawl as another user, or without one:"
              + " --browser-no-sandbox");
    }
    String last = words.strip().lines().reduce("", (_, line) -> line);
    return new BrowserException(
        BrowserException.Kind.UNAVAILABLE,
        "the browser does not start" + (last.isEmpty() ? "" : ": " + last));
  }

  private String words() {
    try {
      return process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS)
          ? new String(process.getErrorStream().readNBytes(MOST_WORDS), UTF_8)
          : "";
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /** Ends the browser, in order if it still answers. */
  void close() throws IOException {
    try {
      process.getOutputStream().close();
      if (process.waitFor(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (IOException e) {
      // It has ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
  }

  /** Ends the browser at once; its shell removes the profile. */
  void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
  }
}

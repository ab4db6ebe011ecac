package dev.arachne.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.runtime.EventLoop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the kernel counts of a browser that has a network of its own: an interface with addresses
 * and a default route, and nothing behind it. A browser that asks for anything sends a packet.
 */
final class NothingLeavesTest {
  /** In the namespace, whatever it is called with, and then the kernel's counts. */
  private static final String IN_NAMESPACE =
      """
      #!/bin/sh
      exec unshare --map-root-user --net sh -c '
      ip link set lo up
      ip link add v0 type veth peer name v1 && ip link set v0 up && ip link set v1 up
      ip addr add 192.0.2.2/24 dev v0 && ip route add default via 192.0.2.1
      ip -6 addr add 2001:db8::2/64 dev v0 nodad && ip -6 route add default via 2001:db8::1
      "$@"
      cat /proc/net/snmp /proc/net/snmp6 > COUNTS.new
      awk "/lo:/ { print \\"lo\\", \\$11 }" /proc/net/dev >> COUNTS.new
      mv COUNTS.new COUNTS' sh PROGRAM "$@"
      """;

  private static final List<String> PAGES =
      List.of(
          """
          <link rel=preconnect href=https://a.test/><link rel=dns-prefetch href=//b.test/>
          <link rel=preconnect href=http://192.0.2.7/><link rel=prefetch href=http://127.0.0.1:80/p>
          <link rel=prerender href=https://c.test/><img src=http://192.0.2.8/i.png>
          <link rel=manifest href=http://127.0.0.1:1/m><script type=speculationrules>
          {"prefetch": [{"urls": ["https://192.0.2.9/s"]}], "prerender": [{"urls": ["/other"]}]}
          </script><a ping=http://192.0.2.8/ping href=/x id=a>x</a><script>a.click()</script>
          """,
          """
          <script>
          new WebSocket('ws://127.0.0.1:80/'); new WebSocket('wss://192.0.2.7/');
          new EventSource('http://192.0.2.7/');
          navigator.sendBeacon('http://127.0.0.1:80/', 'x');
          try { new WebTransport('https://192.0.2.7:443/') } catch (e) {}
          const c = new RTCPeerConnection({iceServers: [{urls: 'stun:192.0.2.7:3478'},
              {urls: 'turn:192.0.2.7:3478?transport=tcp', username: 'u', credential: 'c'}]});
          c.createDataChannel('d'); c.createOffer().then(o => c.setLocalDescription(o));
          fetch('http://[2001:db8::7]/'); fetch('https://d.test/', {mode: 'no-cors'});
          navigator.serviceWorker && navigator.serviceWorker.register('/sw.js');
          new Worker(URL.createObjectURL(new Blob(['fetch("http://192.0.2.7/w");'
              + 'new WebSocket("ws://192.0.2.7/w")'])));
          window.open('http://192.0.2.7/'); location.href = 'http://192.0.2.8/';
          </script>
          """,
          """
          <iframe src=http://192.0.2.7/frame></iframe><object data=http://192.0.2.7/o></object>
          <video src=http://192.0.2.7/v autoplay></video><iframe srcdoc='<script>
          new WebSocket("ws://192.0.2.7/f"); fetch("http://192.0.2.7/f")</script>'></iframe>
          <script>const a = document.createElement('a'); a.href = 'http://192.0.2.7/d';
          a.download = ''; a.click(); Notification.requestPermission();
          navigator.geolocation.getCurrentPosition(() => {});
          setInterval(() => fetch('http://192.0.2.7/' + Math.random()), 100)</script>
          """);

  @TempDir private Path temporary;

  private Path counts;

  @BeforeEach
  void thereIsANetworkOfItsOwn() throws Exception {
    LocalBrowser.assumeInstalled();
    counts = temporary.resolve("counts");
    run("true");
    assumeTrue(Files.exists(counts), "SKIPPED: no network namespaces (unshare, ip)");
  }

  private Path inNamespace(String program) throws Exception {
    Path script = temporary.resolve("in-namespace-" + Path.of(program).getFileName());
    Files.writeString(
        script, IN_NAMESPACE.replace("COUNTS", counts.toString()).replace("PROGRAM", program));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script;
  }

  private void run(String program, String... arguments) throws Exception {
    Files.deleteIfExists(counts);
    List<String> command = new ArrayList<>(List.of(inNamespace(program).toString()));
    command.addAll(Arrays.asList(arguments));
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
  }

  /** What has been sent: by protocol, and what came to this machine itself. */
  private Map<String, Long> sent() throws Exception {
    Map<String, Long> sent = new TreeMap<>();
    Iterator<String> lines = Files.readAllLines(counts).iterator();
    while (lines.hasNext()) {
      String[] line = lines.next().split("\\s+", -1);
      switch (line[0]) {
        case "Ip:", "Tcp:", "Udp:" -> {
          String[] numbers = lines.next().split("\\s+", -1);
          for (int i = 1; i < line.length; i++) {
            if (List.of("OutRequests", "ActiveOpens", "OutDatagrams").contains(line[i])) {
              sent.put(line[0] + line[i], Long.parseLong(numbers[i]));
            }
          }
        }
        case "Udp6OutDatagrams", "lo" -> sent.put(line[0], Long.parseLong(line[1]));
        default -> {}
      }
    }
    return sent;
  }

  private static final Map<String, Long> NOTHING =
      Map.of(
          "Ip:OutRequests", 0L,
          "Tcp:ActiveOpens", 0L,
          "Udp:OutDatagrams", 0L,
          "Udp6OutDatagrams", 0L,
          "lo", 0L);

  @Test
  void thatIsCountedWhereSomethingIsSent() throws Exception {
    for (String address : List.of("127.0.0.1", "::1", "192.0.2.7", "2001:db8::7")) {
      run("timeout", "1", "bash", "-c", "exec 3<>/dev/tcp/" + address + "/9");
      assertEquals(1, sent().get("Tcp:ActiveOpens"), address + " " + sent());
    }
  }

  @Test
  void nothingLeavesABrowserButByItsPipe() throws Exception {
    Files.deleteIfExists(counts);
    var options =
        new BrowserOptions(
            Optional.of(inNamespace("chromium")),
            BrowserOptions.Sandbox.OFF, // Whoever has a network of their own is root in it.
            "Arachne-Test/1",
            new PageWait.Time(Duration.ofSeconds(5)),
            Duration.ofSeconds(20),
            Set.of(),
            false,
            BrowserOptions.Priority.NORMAL);
    List<String> asked = new ArrayList<>();
    EventLoop.run(
        "browser",
        () -> {
          try (Browser browser = Browser.start(options)) {
            for (String page : PAGES) {
              var document =
                  new PageReply.Answer(
                      200,
                      List.of(new PageRequest.Field("Content-Type", "text/html")),
                      page.getBytes(UTF_8));
              var _ =
                  browser.show(
                      "http://site.test/",
                      document,
                      request -> {
                        asked.add(request.url());
                        return new PageReply.Refused();
                      });
            }
          }
          return true;
        });
    assertTrue(asked.contains("http://192.0.2.7/frame"), asked::toString);
    assertEquals(NOTHING, sent());
  }
}

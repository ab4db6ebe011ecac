package dev.arachne.http;

import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WireRecordingTest {

  @TempDir Path directory;

  @Test
  void requestAndResponseAreKeptAsTheyCrossedTheWire() throws Exception {
    String reply =
        """
        HTTP/1.1 103 Early Hints

        HTTP/1.1 200 OK
        Transfer-Encoding:chunked

        2;x
        hi
        0
        T: 1

        """;
    try (var web = TestWeb.serve(TestSite.of(route("/", Reply.raw(reply))));
        var recording = new WireRecording(directory, 1000)) {
      record(recording, web.url("/"));
      assertEquals(reply, new String(recording.response().readAllBytes(), StandardCharsets.UTF_8));
      String request = new String(recording.request(), StandardCharsets.US_ASCII);
      assertTrue(request.startsWith("GET / HTTP/1.1\r\nHost: 127.0.0.1:"), request);
      assertTrue(request.endsWith("\r\n\r\n"), request);
      assertEquals(0, filesIn(directory));
    }
  }

  @Test
  void largeResponsesSpillAndManyAtOnceDoNotMix() throws Exception {
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route(
                    "*",
                    request -> HttpReply.of(200).body(noise(request.path())).chunked(9999))))) {
      var recordings = new ArrayList<WireRecording>();
      Fetching.run(
          Fetching.LOCAL.withConnections(10, 10),
          client ->
              TaskGroup.run(group -> {
                for (int i = 0; i < 10; i++) {
                  var recording = new WireRecording(directory, 5000);
                  recordings.add(recording);
                  String path = "/" + i;
                  group.spawn(
                      path,
                      () -> {
                        var request =
                            HttpRequest.get(CrawlUrl.of(web.url(path))).tappedBy(recording);
                        HttpResponse response = client.fetch(request, Deadline.NEVER);
                        assertArrayEquals(noise(path), response.body());
                        assertEquals(response.wireBytes(), recording.responseLength());
                        return null;
                      });
                }
                return null;
              }));
      assertEquals(10, filesIn(directory));
      for (int i = 0; i < 10; i++) {
        byte[] wire = recordings.get(i).response().readAllBytes();
        assertEquals(recordings.get(i).responseLength(), wire.length);
        assertEquals(
            new String(noise("/" + i), StandardCharsets.ISO_8859_1), Parsed.whole(wire).body());
        recordings.get(i).close();
      }
      assertEquals(0, filesIn(directory));
    }
  }

  private static void record(WireRecording recording, String url) throws Exception {
    Fetching.run(
        Fetching.LOCAL,
        client ->
            client.fetch(HttpRequest.get(CrawlUrl.of(url)).tappedBy(recording), Deadline.NEVER));
  }

  private static byte[] noise(String seed) {
    byte[] noise = new byte[300_000];
    new SplittableRandom(seed.hashCode()).nextBytes(noise);
    return noise;
  }

  private static long filesIn(Path directory) throws Exception {
    try (var files = Files.list(directory)) {
      return files.count();
    }
  }
}

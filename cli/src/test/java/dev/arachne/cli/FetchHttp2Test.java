package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import org.junit.jupiter.api.Test;

/** The options of {@code arachne fetch} about versions of HTTP. */
final class FetchHttp2Test {

  @Test
  void theVersionOfAnAnswerIsReported() {
    try (var web = TestWeb.serve(TestSite.of(Route.route("/", Reply.text("page"))))) {
      String json = CapturedOutput.by("fetch", "--json", "--http1.1", web.url("/")).body();
      assertTrue(json.replace(" ", "").contains("\"version\":\"HTTP/1.1\""), json);
      String heads = CapturedOutput.by("fetch", "-v", "--http2", web.url("/")).err();
      assertTrue(heads.contains(" over HTTP/1.1 from 127.0.0.1 "), heads);
    }
  }

  @Test
  void aServerOfHttp1IsNotAServerOfHttp2() {
    try (var web = TestWeb.serve(TestSite.of(Route.route("/", Reply.text("page"))))) {
      CapturedOutput told = CapturedOutput.by("fetch", "--http2-prior-knowledge", web.url("/"));
      assertTrue(told.code() != ExitCode.DONE, told.err());
      assertEquals("", told.body());
    }
  }

  @Test
  void twoVersionsAreAMistake() {
    CapturedOutput told = CapturedOutput.by("fetch", "--http2", "--http1.1", "example.com");
    assertEquals(ExitCode.USAGE, told.code());
    assertEquals(
        "arachne fetch: one of --http1.1, --http2 and --http2-prior-knowledge is enough\n",
        told.err());
  }
}

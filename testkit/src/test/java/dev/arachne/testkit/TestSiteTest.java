package dev.arachne.testkit;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestSiteTest {

  private static int statusAt(TestSite site, String target) {
    return ((HttpReply) site.reply(TestRequest.get(target))).status();
  }

  @Test
  void theWholeTargetComesBeforeThePathAndThePathBeforeTheLongestPrefix() {
    var site =
        TestSite.of(
            route("/a?x", status(201)),
            route("/a", status(202)),
            route("/*", status(203)),
            route("/b/*", status(204)));
    assertEquals(201, statusAt(site, "/a?x"));
    assertEquals(202, statusAt(site, "/a?y"));
    assertEquals(203, statusAt(site, "/b"));
    assertEquals(204, statusAt(site, "/b/c"));
    assertEquals(404, statusAt(TestSite.of(), "/"));
  }

  @Test
  void twoRoutesForOnePlaceAreAMistake() {
    assertThrows(
        IllegalArgumentException.class,
        () -> TestSite.of(route("/", status(200)), route("/", status(404))));
  }

  @Test
  void aScriptIsPulledStepByStepWithoutATransport() {
    Reply slow = html("x".repeat(200)).dripping(100, Duration.ofSeconds(1)).cutAfter(101);
    var script = slow.after(Duration.ofMinutes(1)).play(TestRequest.get("/"));
    List<Step> steps = new ArrayList<>();
    for (Step step = script.next(); step != null; step = script.next()) {
      steps.add(step);
    }
    assertEquals(5, steps.size(), steps::toString);
    assertEquals(new Step.Pause(Duration.ofMinutes(1)), steps.get(0));
    assertEquals(100, ((Step.Send) steps.get(1)).bytes().length);
    assertEquals(new Step.Pause(Duration.ofSeconds(1)), steps.get(2));
    assertEquals(1, ((Step.Send) steps.get(3)).bytes().length);
    assertEquals(new Step.Close(), steps.get(4));
  }
}

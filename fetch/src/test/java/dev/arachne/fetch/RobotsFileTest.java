package dev.arachne.fetch;

import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.HttpResponse;
import dev.arachne.network.AddressPolicy;
import dev.arachne.robots.RobotsAccess;
import dev.arachne.runtime.EventLoop;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RobotsFileTest {
  private static final Reply RULES = text("User-agent: *\nDisallow: /x\n");

  /** Asks for robots.txt where /robots.txt redirects over /1, /2, ... to {@code last}. */
  private static RobotsFile over(int redirects, Reply last) {
    Route[] routes = new Route[redirects + 1];
    for (int i = 0; i <= redirects; i++) {
      Reply reply = i < redirects ? redirect(302, "/" + (i + 1)) : last;
      routes[i] = route(i == 0 ? "/robots.txt" : "/" + i, reply);
    }
    try (var web = TestWeb.serve(TestSite.of(routes))) {
      return EventLoop.run(
          "test",
          () -> {
            try (var client =
                new HttpClient(HttpOptions.DEFAULT.withAddresses(AddressPolicy.ANY))) {
              return RobotsFile.ask(client, CrawlUrl.of(web.url("/page")).origin());
            }
          });
    }
  }

  @Test
  void fiveRedirectsAreFollowedAndTheirAnswersKept() {
    RobotsFile file = over(5, RULES);
    assertInstanceOf(RobotsAccess.Fetched.class, file.access());
    assertEquals(
        List.of(302, 302, 302, 302, 302, 200),
        file.trail().answers().stream().map(HttpResponse::status).toList());
  }

  @Test
  void sixRedirectsAreOneTooMany() {
    RobotsFile file = over(6, RULES);
    assertInstanceOf(RobotsAccess.Unavailable.class, file.access());
    assertInstanceOf(RedirectChain.TooLong.class, file.trail());
  }

  @Test
  void aRedirectToNoWebPageIsNotAnAnswer() {
    RobotsFile file = over(1, redirect(302, "ftp://a/robots.txt"));
    assertInstanceOf(RobotsAccess.Unreachable.class, file.access());
    assertInstanceOf(RedirectChain.Astray.class, file.trail());
  }

  @Test
  void aServerThatDoesNotAnswerAfterARedirectIsNotReachable() {
    RobotsFile file = over(1, Reply.close());
    assertInstanceOf(RobotsAccess.Unreachable.class, file.access());
    assertEquals(1, file.trail().answers().size());
  }

  @Test
  void theLastStatusDecides() {
    assertInstanceOf(RobotsAccess.Unavailable.class, over(2, status(404)).access());
    assertInstanceOf(RobotsAccess.Unreachable.class, over(2, status(500)).access());
  }
}

package dev.arachne.http;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class BodyTest {

  private static final TestSite SITE =
      TestSite.of(
          route("/a", html("the first page")),
          route("/b", html("another, which takes its place")),
          route("/slow", html("a page in pieces").dripping(70, Duration.ofMillis(1))),
          route("/none", html("")));

  @Test
  void aBodyIsReadWhereItCameInAndSurvivesTheNextAnswer() throws Exception {
    try (var web = TestWeb.serve(SITE)) {
      Fetching.run(
          Fetching.LOCAL,
          client -> {
            Body first = Fetching.get(client, web.url("/a")).content();
            assertEquals("the first page", first.read(BodyTest::text));
            Body second = Fetching.get(client, web.url("/b")).content();
            assertEquals("the first page", first.read(BodyTest::text));
            assertEquals("the first page", text(first.toArray()));
            assertEquals("another, which takes its place", second.read(BodyTest::text));
            assertEquals(30, second.length());
            return null;
          });
    }
  }

  @Test
  void anArrayOfABodyIsTheSameEachTimeAndStaysWhenItsPlaceIsNeeded() throws Exception {
    try (var web = TestWeb.serve(SITE)) {
      Fetching.run(
          Fetching.LOCAL,
          client -> {
            HttpResponse response = Fetching.get(client, web.url("/a"));
            byte[] body = response.body();
            Fetching.get(client, web.url("/b"));
            assertSame(body, response.body());
            assertEquals("the first page", text(body));
            return null;
          });
    }
  }

  @Test
  void aBodyThatCameInPiecesOrIsEmptyIsReadAsWell() throws Exception {
    try (var web = TestWeb.serve(SITE)) {
      Fetching.run(
          Fetching.LOCAL,
          client -> {
            HttpResponse slow = Fetching.get(client, web.url("/slow"));
            assertEquals("a page in pieces", slow.content().read(BodyTest::text));
            HttpResponse none = Fetching.get(client, web.url("/none"));
            assertEquals("", none.content().read(BodyTest::text));
            assertEquals(0, none.body().length);
            return null;
          });
    }
  }

  @Test
  void aDetachedBodyIsReadByAnotherThreadWhileItsLoopContinues() throws Exception {
    try (var web = TestWeb.serve(SITE)) {
      Fetching.run(
          Fetching.LOCAL,
          client -> {
            HttpResponse response = Fetching.get(client, web.url("/a"));
            response.content().detach();
            var taken = new AtomicReference<String>();
            Thread reader = Thread.ofPlatform().start(() -> taken.set(text(response.body())));
            for (int i = 0; i < 20; i++) {
              Fetching.get(client, web.url("/b")).content().discard();
            }
            awaitEnd(reader);
            assertEquals("the first page", taken.get());
            return null;
          });
    }
  }

  @Test
  void aBorrowedBodyIsRefusedToAnotherThread() throws Exception {
    try (var web = TestWeb.serve(SITE)) {
      Fetching.run(
          Fetching.LOCAL,
          client -> {
            HttpResponse response = Fetching.get(client, web.url("/a"));
            var refusal = new AtomicReference<Throwable>();
            Thread reader = Thread.ofPlatform().unstarted(response::body);
            reader.setUncaughtExceptionHandler((_, thrown) -> refusal.set(thrown));
            reader.start();
            awaitEnd(reader);
            assertInstanceOf(IllegalStateException.class, refusal.get());
            assertEquals("the first page", text(response.body()));
            return null;
          });
    }
  }

  @Test
  void aBodyOutlivesItsClient() throws Exception {
    try (var web = TestWeb.serve(SITE)) {
      HttpResponse response =
          Fetching.run(Fetching.LOCAL, client -> Fetching.get(client, web.url("/a")));
      assertEquals("the first page", text(response.body()));
    }
  }

  private static void awaitEnd(Thread thread) {
    EventLoop.current()
        .offload(
            "the end of " + thread,
            () -> {
              thread.join();
              return true;
            },
            Deadline.NEVER);
  }

  @Test
  void aDiscardedBodyIsRefusedInsteadOfAnotherOne() throws Exception {
    try (var web = TestWeb.serve(SITE)) {
      Fetching.run(
          Fetching.LOCAL,
          client -> {
            HttpResponse response = Fetching.get(client, web.url("/a"));
            response.content().discard();
            Fetching.get(client, web.url("/b"));
            assertThrows(IllegalStateException.class, response::body);
            assertThrows(
                IllegalStateException.class, () -> response.content().read(BodyTest::text));
            return null;
          });
    }
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return text(bytes, 0, bytes.length);
  }
}

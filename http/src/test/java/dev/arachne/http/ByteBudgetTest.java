package dev.arachne.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.EventLoopGroup;
import dev.arachne.runtime.LoopOptions;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
  @Test
  void aShareWaitsForNothingWithinWhatIsFree() {
    var budget = new ByteBudget(0, 100);
    ByteBudget.Share share = budget.share();
    assertTrue(share.tryGrow(100));
    assertFalse(share.tryGrow(1));
    share.shrink(40);
    assertTrue(share.tryGrow(40));
    assertEquals(0, budget.taken());
  }

  @Test
  void aReturnedPermitGoesToTheNextInLine() {
    EventLoop.run(
        "test",
        () -> {
          var budget = new ByteBudget(100, 10);
          ByteBudget.Share first = budget.share();
          ByteBudget.Share second = budget.share();
          assertTrue(first.tryGrow(110));
          second.grow(50); // The reserve.
          Task<?> third = waiting(budget, 60);
          Task<?> fourth = waiting(budget, 20);
          assertEquals(2, budget.waiting());
          assertFalse(budget.share().tryGrow(11), "others are in line");
          first.shrink(49);
          EventLoop.yieldNow();
          assertFalse(third.isDone());
          first.shrink(1);
          third.await();
          assertFalse(fourth.isDone());
          first.close();
          fourth.await();
          second.close();
          assertEquals(60, budget.taken());
          return null;
        });
  }

  @Test
  void aShareThatNoLongerWaitsLeavesItsPlaceToTheNext() {
    EventLoop.run(
        "test",
        () -> {
          var budget = new ByteBudget(100, 0);
          ByteBudget.Share first = budget.share();
          ByteBudget.Share second = budget.share();
          first.grow(100);
          second.grow(1);
          Task<?> third = waiting(budget, 80);
          Task<?> fourth = waiting(budget, 10);
          first.shrink(20);
          EventLoop.yieldNow();
          assertFalse(fourth.isDone());
          third.cancel();
          assertThrows(CancelledException.class, third::await);
          fourth.await();
          second.close();
          first.close();
          assertEquals(10, budget.taken());
          assertEquals(0, budget.waiting());
          return null;
        });
  }

  @Test
  void theFirstInLineCanFinishThoughAllHoldAPart() {
    EventLoop.run(
        "test",
        () -> {
          var budget = new ByteBudget(100, 0);
          var done = new ArrayList<Integer>();
          TaskGroup.run(group -> {
            for (int i = 0; i < 10; i++) {
              int number = i;
              group.spawn(
                  "fetch " + i,
                  () -> {
                    try (ByteBudget.Share share = budget.share()) {
                      for (int step = 0; step < 10; step++) {
                        share.grow(10);
                        EventLoop.yieldNow();
                      }
                    }
                    return done.add(number);
                  });
            }
            return null;
          });
          assertEquals(10, done.size());
          assertEquals(0, budget.taken());
          return null;
        });
  }

  @Test
  void severalLoopsNeverHoldMoreThanTheBudgetAndOneReserve() {
    int steps = Integer.getInteger("arachne.budget.steps", 2_000);
    int tasks = 20;
    long most = 1_000;
    long reserve = 500;
    var budget = new ByteBudget(most, 0);
    var held = new AtomicLong();
    var highest = new AtomicLong();
    try (var group = EventLoopGroup.start("budget", 3, LoopOptions.DEFAULT)) {
      List<Task<?>> all = new ArrayList<>();
      for (EventLoop loop : group.loops()) {
        for (int i = 0; i < tasks; i++) {
          var random = new SplittableRandom(all.size());
          all.add(loop.spawn("task", () -> work(budget, random, steps, reserve, held, highest)));
        }
      }
      all.forEach(Task::await);
    }
    assertEquals(0, budget.taken());
    assertEquals(0, held.get());
    assertTrue(highest.get() <= most + reserve, highest + " bytes");
  }

  private static Integer work(
      ByteBudget budget,
      SplittableRandom random,
      int steps,
      long reserve,
      AtomicLong held,
      AtomicLong highest) {
    try (ByteBudget.Share share = budget.share()) {
      for (int i = 0; i < steps; i++) {
        long more = random.nextLong(1, 100);
        if (share.held() + more <= reserve && random.nextInt(4) > 0) {
          share.grow(more);
          long now = held.addAndGet(more);
          highest.accumulateAndGet(now, Math::max);
        } else {
          held.addAndGet(-share.held());
          share.close();
        }
        EventLoop.yieldNow();
      }
      held.addAndGet(-share.held());
    }
    return steps;
  }

  @Test
  void aBodyWithoutRoomWaitsUnreadOutsideItsTimeLimit() throws Exception {
    byte[] large = new byte[3 << 20];
    var random = new SplittableRandom(1);
    for (int i = 0; i < large.length; i += 100) {
      Arrays.fill(large, i, Math.min(i + 100, large.length), (byte) random.nextInt());
    }
    try (var web =
        TestWeb.serve(
            TestSite.of(
                Route.route("/plain", Reply.ok("text/plain", large)),
                Route.route(
                    "/coded",
                    Reply.ok("text/plain", gzip(large)).header("Content-Encoding", "gzip"))))) {
      for (String path : List.of("/plain", "/coded")) {
        var budget = new ByteBudget(1 << 20, 64 << 10);
        HttpOptions impatient = Fetching.LOCAL.withTimeouts(Timeouts.of(Duration.ofMillis(300)));
        Fetching.run(
            impatient,
            client -> {
              ByteBudget.Share all = budget.share();
              ByteBudget.Share reserve = budget.share();
              all.grow(1 << 20);
              assertTrue(all.tryGrow(64 << 10));
              reserve.grow(1 << 20);
              ByteBudget.Share share = budget.share();
              var request = HttpRequest.get(CrawlUrl.of(web.url(path))).heldBy(share);
              Task<HttpResponse> fetch =
                  EventLoop.current().spawn("fetch", () -> client.fetch(request, Deadline.NEVER));
              EventLoop.sleep(Duration.ofSeconds(1));
              assertFalse(fetch.isDone());
              assertEquals(1, budget.waiting());
              reserve.close();
              HttpResponse response = fetch.await();
              assertEquals(large.length, response.content().length());
              assertTrue(response.isComplete());
              assertEquals(large.length, share.held());
              share.close();
              all.close();
              assertEquals(0, budget.taken());
              return response;
            });
      }
    }
  }

  private static byte[] gzip(byte[] bytes) {
    var coded = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(coded)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return coded.toByteArray();
  }

  /** A task that waits for so many bytes. */
  private static Task<?> waiting(ByteBudget budget, long bytes) {
    Task<?> task =
        EventLoop.current()
            .spawn(
                "waits for " + bytes,
                () -> {
                  budget.share().grow(bytes);
                  return null;
                });
    EventLoop.yieldNow();
    return task;
  }
}

package dev.arachne.road;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What coroutines made by hand can do, and callbacks cannot. */
final class HandMadeCoroutinesTest {
  private final List<String> told = new ArrayList<>();

  @Test
  void aTaskGoesFromFutureToFutureAndEndsWithWhatTheCoroutineReturns() throws Exception {
    var first = new HandFuture<String>();
    var second = new HandFuture<String>();
    var task = new HandTask<String>(coroutine(own -> own.yield(first) + "," + own.yield(second)));
    task.start();
    first.set("a");
    assertFalse(task.isDone());
    second.set("b");
    assertEquals("a,b", task.result());
  }

  @Test
  void aFutureThatIsSetAlreadyIsNotAWait() throws Exception {
    var set = new HandFuture<Integer>();
    set.set(1);
    var task =
        new HandTask<Integer>(
            coroutine(own -> {
              int sum = 0;
              for (int i = 0; i < 10_000; i++) {
                sum += (Integer) own.yield(set);
              }
              return sum;
            }));
    task.start();
    assertEquals(10_000, task.result());
  }

  @Test
  void aFutureThatFailsThrowsWhereItIsAwaited() {
    var future = new HandFuture<String>();
    var task =
        new HandTask<Object>(
            coroutine(own -> {
              try {
                return own.yield(future);
              } finally {
                told.add("finally");
              }
            }));
    task.start();
    future.fail(new IllegalArgumentException("no"));
    assertThrows(IllegalArgumentException.class, task::result);
    assertEquals(List.of("finally"), told);
  }

  @Test
  void aTaskIsAFutureSoACoroutineAwaitsIt() throws Exception {
    var future = new HandFuture<String>();
    var inner = new HandTask<Object>(coroutine(own -> own.yield(future) + "!"));
    var outer = new HandTask<Object>(coroutine(own -> own.yield(inner) + "?"));
    inner.start();
    outer.start();
    future.set("yes");
    assertEquals("yes!?", outer.result());
  }

  @Test
  void cancellingThrowsIntoTheCoroutineWhereItWaits() {
    var never = new HandFuture<String>();
    var task =
        new HandTask<Object>(
            coroutine(own -> {
              try {
                return own.yield(never);
              } finally {
                told.add("closed what was open");
              }
            }));
    task.start();
    task.cancel();
    assertThrows(CancellationException.class, task::result);
    never.set("too late");
    task.cancel();
    assertEquals(List.of("closed what was open"), told);
  }

  @Test
  void aCoroutineMayCatchItsCancellationAndIsThenDeafToWhatItAwaitedBefore() throws Exception {
    var before = new HandFuture<String>();
    var after = new HandFuture<String>();
    var task =
        new HandTask<Object>(
            coroutine(own -> {
              try {
                return own.yield(before);
              } catch (CancellationException e) {
                return own.yield(after);
              }
            }));
    task.start();
    task.cancel();
    before.set("before");
    assertFalse(task.isDone());
    after.set("after");
    assertEquals("after", task.result());
  }

  @Test
  void aTaskThatCancelsItselfIsCancelledWhereItWaitsNext() {
    var task = new AtomicReference<HandTask<Object>>();
    var set = new HandFuture<String>();
    set.set("a");
    task.set(
        new HandTask<>(
            coroutine(own -> {
              task.get().cancel();
              told.add("goes on");
              return own.yield(set);
            })));
    task.get().start();
    assertEquals(List.of("goes on"), told);
    assertThrows(CancellationException.class, task.get()::result);
  }

  @Test
  void theFirstOfSeveralFuturesDecides() throws Exception {
    var slow = new HandFuture<String>();
    var fast = new HandFuture<Integer>();
    HandFuture<Object> first = HandFuture.first(List.of(slow, fast));
    assertFalse(first.isDone());
    fast.set(1);
    slow.fail(new IllegalArgumentException("too late"));
    assertEquals(1, first.result());
  }

  @Test
  void aQueueHandsItemsToThoseWhoWaitInTheOrderInWhichTheyCame() throws Exception {
    var queue = new HandQueue<Integer>();
    queue.put(1);
    var tasks = IntStream.range(0, 3).mapToObj(_ -> new HandTask<Integer>(queue.get())).toList();
    tasks.forEach(HandTask::start);
    assertEquals(1, tasks.getFirst().result());
    queue.put(2);
    queue.put(3);
    assertEquals(2, tasks.get(1).result());
    assertEquals(3, tasks.get(2).result());
  }

  @Test
  void joinIsSetWhenTheWorkThatWorkHasBroughtIsDoneToo() {
    var queue = new HandQueue<Integer>();
    assertTrue(queue.join().isDone());
    queue.put(1);
    HandFuture<Boolean> joined = queue.join();
    queue.put(2);
    queue.taskDone();
    assertFalse(joined.isDone());
    queue.taskDone();
    assertTrue(joined.isDone());
    assertThrows(IllegalStateException.class, queue::taskDone);
  }

  @Test
  void aRedirectEntersTheQueueAgainUntilThereWereTooManyInARow() throws Exception {
    int most = HandMadeCoroutines.MOST_REDIRECTS;
    var site =
        TestSite.of(
            route("/", html("<a href=/chain/0><a href=/loop><a href=/once>")),
            route("/loop", redirect(302, "/loop")),
            route("/once", redirect(301, "/goal")),
            route("/goal", html("<a href=/once>")),
            route(
                "/chain/*",
                request ->
                    redirect(
                        302, "/chain/" + (1 + Integer.parseInt(request.target().substring(7))))));
    try (var web = TestWeb.serve(site)) {
      var crawl = new HandMadeCoroutines(3, Stage.PATIENCE);
      Map<CrawlUrl, FetchedPage> pages =
          crawl.crawl(List.of(CrawlUrl.of(web.url("/"))), LinkFinder.SAME_SERVER);
      assertTrue(pages.containsKey(CrawlUrl.of(web.url("/chain/" + most))));
      assertFalse(pages.containsKey(CrawlUrl.of(web.url("/chain/" + (most + 1)))));
      assertEquals(4 + most + 1, web.requestCount());
    }
  }

  @Test
  void aFutureIsSetOnce() {
    var future = new HandFuture<String>();
    assertThrows(IllegalStateException.class, future::result);
    future.set("a");
    assertThrows(IllegalStateException.class, () -> future.set("b"));
  }

  /** The same break in both: what leads to it is torn off here, and whole there. */
  @Test
  void theStackOfAFailedReadLeadsToThePageThatWantedItAndThatOfACallbackDoesNot() throws Exception {
    List<String> torn = wayToReset(new CallbackLoop(1, Stage.PATIENCE));
    List<String> whole = wayToReset(new HandMadeCoroutines(1, Stage.PATIENCE));
    assertEquals(List.of("CallbackLoop.readable", "SelectorLoop.run", "CallbackLoop.crawl"), torn);
    assertEquals(
        List.of(
            "HandMadeCoroutines.read",
            "HandMadeCoroutines.readAll",
            "HandMadeCoroutines.fetch",
            "HandMadeCoroutines.work",
            "SelectorLoop.run",
            "HandMadeCoroutines.crawl"),
        whole);
    var both = new StringBuilder("```\n");
    for (int i = 0; i < whole.size(); i++) {
      String left = i < torn.size() ? torn.get(i) : "";
      both.append("%-28s%s%n".formatted(left, whole.get(i)));
    }
    String page = RoadPage.text();
    assertTrue(page.contains(both.append("```\n").toString()), both + " in " + page);
  }

  /** The methods of this module, inmost first, that lead to a read of a broken connection. */
  private static List<String> wayToReset(CrawlingStage stage) {
    try (var web = TestWeb.serve(TestSite.of(route("/", html("<p>cut").resetAfter(60))))) {
      var roots = List.of(CrawlUrl.of(web.url("/")));
      var failure =
          assertThrows(FetchException.class, () -> stage.crawl(roots, LinkFinder.SAME_SERVER));
      var way = new ArrayList<String>();
      for (Throwable each : List.of(failure.getCause(), failure)) {
        Arrays.stream(each.getStackTrace())
            .filter(frame ->
                frame.getClassName().matches("dev.arachne.road.\\w+(Loop|Coroutines)(\\$.*)?"))
            .map(HandMadeCoroutinesTest::place)
            .filter(name -> !name.endsWith(".ready"))
            .forEach(name -> {
              way.remove(name);
              way.add(name);
            });
      }
      return way;
    }
  }

  /** The file and the method, also where it is a lambda in it. */
  private static String place(StackTraceElement frame) {
    String file = String.valueOf(frame.getFileName()).replace(".java", ".");
    return file + frame.getMethodName().replaceFirst("lambda\\$(\\w+)\\$\\d+", "$1");
  }

  private static <R> Generator<Object, HandFuture<?>, R> coroutine(
      Generator.Body<Object, HandFuture<?>, R> body) {
    return new Generator<>(body);
  }
}

package dev.arachne.compare;

import static dev.arachne.testkit.Reply.html;
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
import java.util.concurrent.CancellationException;
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
    assertFalse(task.end().isDone());
    second.set("b");
    assertEquals("a,b", task.end().result());
  }

  @Test
  void aFutureThatIsSetAlreadyIsNoWait() throws Exception {
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
    assertEquals(10_000, task.end().result());
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
    assertThrows(IllegalArgumentException.class, task.end()::result);
    assertEquals(List.of("finally"), told);
  }

  @Test
  void aTaskAwaitsAnotherOneByItsEnd() throws Exception {
    var future = new HandFuture<String>();
    var inner = new HandTask<Object>(coroutine(own -> own.yield(future) + "!"));
    var outer = new HandTask<Object>(coroutine(own -> own.yield(inner.end()) + "?"));
    inner.start();
    outer.start();
    future.set("yes");
    assertEquals("yes!?", outer.end().result());
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
    assertThrows(CancellationException.class, task.end()::result);
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
    assertFalse(task.end().isDone());
    after.set("after");
    assertEquals("after", task.end().result());
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
    List<String> torn = wayToReset(new CallbackLoop(1));
    List<String> whole = wayToReset(new HandMadeCoroutines(1));
    assertEquals(List.of("CallbackLoop.readable", "SelectorLoop.run", "CallbackLoop.crawl"), torn);
    assertEquals(
        List.of(
            "HandMadeCoroutines.read",
            "HandMadeCoroutines.readAll",
            "HandMadeCoroutines.fetch",
            "HandMadeCoroutines.visit",
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
                frame.getClassName().matches("dev.arachne.compare.\\w+(Loop|Coroutines)(\\$.*)?"))
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

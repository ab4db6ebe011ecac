package dev.arachne.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskGroupTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration SOON = Duration.ofMillis(10);

  /** Seeds from each starting point. */
  private static final int RUNS = Integer.getInteger("arachne.cancellations", 200);

  @Test
  void aGroupEndsAfterAllItsTasks() {
    List<String> order = new ArrayList<>();
    EventLoop.run(
        "main",
        () -> {
          TaskGroup.run(group -> {
            group.spawn(
                "child",
                () -> {
                  EventLoop.yieldNow();
                  return order.add("child");
                });
            return order.add("block");
          });
          return order.add("after");
        });
    assertEquals(List.of("block", "child", "after"), order);
  }

  @Test
  void theFirstFailureCancelsSiblingsAndBlock() {
    List<String> ended = new ArrayList<>();
    EventLoop.run(
        "main",
        () -> {
          var failure =
              assertThrows(
                  TaskFailedException.class,
                  () ->
                      TaskGroup.run(group -> {
                        group.spawn("sibling", () -> sleepAndNote(ended, "sibling"));
                        group.spawn(
                            "failing",
                            () -> {
                              throw new IOException("no");
                            });
                        return sleepAndNote(ended, "block");
                      }));
          assertEquals("failing failed: java.io.IOException: no", failure.getMessage());
          assertEquals(1, EventLoop.current().dump().size(), "nobody outlives the group");
          return null;
        });
    assertEquals(List.of("block", "sibling"), ended.stream().sorted().toList());
  }

  private static boolean sleepAndNote(List<String> ended, String name) {
    try {
      EventLoop.sleep(LONG);
      return true;
    } finally {
      ended.add(name);
    }
  }

  @Test
  void aFailingBlockCancelsItsTasks() {
    List<String> ended = new ArrayList<>();
    EventLoop.run(
        "main",
        () -> {
          var failure = new IOException("block");
          assertSame(
              failure,
              assertThrows(
                  IOException.class,
                  () ->
                      TaskGroup.run(group -> {
                        group.spawn("child", () -> sleepAndNote(ended, "child"));
                        EventLoop.yieldNow();
                        throw failure;
                      })));
          return null;
        });
    assertEquals(List.of("child"), ended);
  }

  @Test
  void cancellingTheParentCancelsTheGroup() {
    List<String> ended = new ArrayList<>();
    EventLoop.run(
        "main",
        () -> {
          Task<?> parent =
              EventLoop.current()
                  .spawn(
                      "parent",
                      () ->
                          TaskGroup.run(
                              group -> group.spawn("child", () -> sleepAndNote(ended, "child"))));
          EventLoop.yieldNow();
          EventLoop.yieldNow();
          parent.cancel();
          assertThrows(CancelledException.class, parent::await);
          assertEquals(1, EventLoop.current().dump().size());
          return null;
        });
    assertEquals(List.of("child"), ended);
  }

  @Test
  void aFailureThatMeetsAReadyBlockLeavesNoCancellationBehind() {
    EventLoop.run(
        "main",
        () -> {
          var failure = new IOException("no");
          assertThrows(
              TaskFailedException.class,
              () ->
                  TaskGroup.run(group -> {
                    group.spawn("failing", () -> fail(failure));
                    EventLoop.yieldNow();
                    return null;
                  }));
          EventLoop.sleep(SOON);
          return null;
        });
  }

  @Test
  void aNestedGroupThatFailsInAFinallyBlockLetsItWaitOn() {
    var ended = new ArrayList<String>();
    EventLoop.run(
        "main",
        () -> {
          Task<?> task =
              EventLoop.current()
                  .spawn(
                      "task",
                      () -> {
                        try {
                          return sleepAndNote(ended, "body");
                        } finally {
                          assertThrows(
                              TaskFailedException.class,
                              () ->
                                  TaskGroup.run(group -> {
                                    group.spawn("failing", () -> fail(new IOException("no")));
                                    EventLoop.yieldNow();
                                    return null;
                                  }));
                          EventLoop.sleep(SOON);
                          ended.add("cleaned up");
                        }
                      });
          EventLoop.yieldNow();
          task.cancel();
          assertThrows(CancelledException.class, task::await);
          return null;
        });
    assertEquals(List.of("body", "cleaned up"), ended);
  }

  @Test
  void aCancellationThatMeetsAFailureIsThrownByTheNextWait() {
    EventLoop.run(
        "main",
        () -> {
          Task<String> parent =
              EventLoop.current()
                  .spawn(
                      "parent",
                      () -> {
                        assertThrows(
                            TaskFailedException.class,
                            () -> TaskGroup.run(TaskGroupTest::failWhenCancelled));
                        EventLoop.sleep(LONG);
                        return "never learned of it";
                      });
          EventLoop.yieldNow();
          EventLoop.yieldNow();
          parent.cancel();
          assertThrows(
              CancelledException.class, () -> parent.await(EventLoop.current().deadline(SECOND)));
          assertEquals(Task.State.CANCELLED, parent.state());
          return null;
        });
  }

  private static Object failWhenCancelled(TaskGroup group) {
    group.spawn(
        "failing",
        () -> {
          try {
            EventLoop.sleep(LONG);
          } catch (CancelledException e) {
            throw new IOException("while it was cancelled", e);
          }
          return null;
        });
    return null;
  }

  @Test
  void nothingIsSpawnedIntoAGroupThatHasEnded() {
    EventLoop.run(
        "main",
        () -> {
          TaskGroup ended = TaskGroup.run(group -> group);
          var thrown =
              assertThrows(IllegalStateException.class, () -> ended.spawn("late", () -> 1));
          assertEquals("task late comes after the end of its group", thrown.getMessage());
          assertEquals(1, EventLoop.current().dump().size());
          return null;
        });
  }

  private static Object fail(IOException failure) throws IOException {
    throw failure;
  }
}

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
}

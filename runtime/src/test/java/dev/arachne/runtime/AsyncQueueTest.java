package dev.arachne.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AsyncQueueTest {
  private static final Duration SOON = Duration.ofMillis(1);

  @Test
  void putWaitsWhileTheQueueIsFullAndGetWhileItIsEmpty() {
    List<String> order = new ArrayList<>();
    EventLoop.run(
        "main",
        () -> {
          var queue = new AsyncQueue<Integer>(EventLoop.current(), "numbers", 1);
          return TaskGroup.run(group -> {
            group.spawn(
                "producer",
                () -> {
                  for (int i = 0; i < 3; i++) {
                    queue.put(i);
                    order.add("put " + i);
                  }
                  queue.close();
                  return null;
                });
            for (Integer item = queue.get(); item != null; item = queue.get()) {
              order.add("got " + item);
            }
            return null;
          });
        });
    assertEquals(List.of("put 0", "put 1", "got 0", "got 1", "got 2", "put 2"), order);
  }

  @Test
  void gettersAreServedInTheOrderInWhichTheyCame() {
    List<String> served = new ArrayList<>();
    EventLoop.run(
        "main",
        () -> {
          var queue = new AsyncQueue<Integer>(EventLoop.current(), "numbers", 10);
          return TaskGroup.run(group -> {
            for (String name : List.of("a", "b", "c")) {
              group.spawn(name, () -> served.add(name + queue.get()));
            }
            EventLoop.yieldNow();
            for (int i = 0; i < 3; i++) {
              queue.put(i);
            }
            return null;
          });
        });
    assertEquals(List.of("a0", "b1", "c2"), served);
  }

  @Test
  void joinWaitsUntilAllWorkIsDoneWorkThatBringsWorkToo() {
    EventLoop.run(
        "main",
        () -> {
          var queue = new AsyncQueue<Integer>(EventLoop.current(), "work", 100);
          var done = new ArrayList<Integer>();
          for (int i = 0; i < 3; i++) {
            EventLoop.current()
                .spawn(
                    "worker " + i,
                    () -> {
                      for (Integer n = queue.get(); n != null; n = queue.get()) {
                        EventLoop.yieldNow();
                        if (n > 0) {
                          queue.put(n - 1);
                          queue.put(n - 1);
                        }
                        done.add(n);
                        queue.taskDone();
                      }
                      return null;
                    });
          }
          queue.put(4);
          queue.join(Deadline.NEVER);
          assertEquals(31, done.size());
          assertEquals(0, queue.unfinished());
          queue.close();
          return null;
        });
  }

  @Test
  void aWaitGivenUpTakesNothingAndAddsNothing() {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          var queue = new AsyncQueue<Integer>(loop, "numbers", 1);
          assertThrows(DeadlineException.class, () -> queue.get(loop.deadline(SOON)));
          queue.put(1);
          assertThrows(DeadlineException.class, () -> queue.put(2, loop.deadline(SOON)));
          assertThrows(DeadlineException.class, () -> queue.join(loop.deadline(SOON)));
          assertEquals(1, queue.get());
          assertEquals(0, queue.size());
          assertEquals(1, queue.unfinished());
          return null;
        });
  }

  @Test
  void closingWakesEverybody() {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          var empty = new AsyncQueue<Integer>(loop, "empty", 1);
          var full = new AsyncQueue<Integer>(loop, "full", 1);
          full.put(1);
          Task<Integer> getter = loop.spawn("getter", empty::get);
          Task<?> putter =
              loop.spawn(
                  "putter",
                  () -> {
                    full.put(2);
                    return null;
                  });
          EventLoop.yieldNow();
          empty.close();
          full.close();
          assertNull(getter.await());
          var refused = assertThrows(TaskFailedException.class, putter::await);
          assertEquals("queue full is closed", refused.failure().getMessage());
          assertEquals(1, full.get(), "what was accepted is still given out");
          assertNull(full.get());
          return null;
        });
  }

  @Test
  void taskDoneCalledTooOftenIsAnError() {
    EventLoop.run(
        "main",
        () -> {
          var queue = new AsyncQueue<Integer>(EventLoop.current(), "numbers", 1);
          assertThrows(IllegalStateException.class, queue::taskDone);
          return null;
        });
  }
}

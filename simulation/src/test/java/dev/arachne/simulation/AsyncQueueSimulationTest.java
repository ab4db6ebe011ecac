package dev.arachne.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.AsyncQueue;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.testkit.RandomSeeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Producers and consumers that give up, are cancelled and go on, in every order. */
class AsyncQueueSimulationTest {
  private static final int ITEMS = 40;

  @Test
  void everyItemIsReceivedOnceAmongCancelledWaits() {
    RandomSeeds.forEach(
        1_000,
        seed ->
            EventLoop.run(
                Simulation.of(seed), "main", AsyncQueueSimulationTest::produceAndConsume));
  }

  private static Object produceAndConsume() {
    EventLoop loop = EventLoop.current();
    RandomGenerator random = loop.random();
    var queue = new AsyncQueue<Integer>(loop, "numbers", random.nextInt(1, 4));
    var got = new ArrayList<Integer>();
    var next = new int[] {0};
    List<Task<?>> producers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      producers.add(loop.spawn("producer " + i, () -> produce(queue, next)));
    }
    List<Task<?>> consumers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      consumers.add(loop.spawn("consumer " + i, () -> consume(queue, got)));
    }
    for (int i = 0; i < 20; i++) {
      EventLoop.sleep(Duration.ofMillis(random.nextInt(3)));
      int victim = random.nextInt(consumers.size());
      consumers.get(victim).cancel();
      consumers.add(loop.spawn("consumer " + (i + 3), () -> consume(queue, got)));
      assertTrue(queue.size() <= 3);
    }
    producers.forEach(Task::await);
    queue.join(Deadline.NEVER);
    assertEquals(0, queue.size());
    queue.close();
    assertEquals(IntStream.range(0, ITEMS).boxed().toList(), got.stream().sorted().toList());
    return null;
  }

  private static Object produce(AsyncQueue<Integer> queue, int[] next) {
    EventLoop loop = EventLoop.current();
    while (next[0] < ITEMS) {
      int item = next[0]++;
      for (boolean put = false; !put; ) {
        try {
          queue.put(item, loop.deadline(Duration.ofMillis(loop.random().nextInt(1, 3))));
          put = true;
        } catch (DeadlineException e) {
          EventLoop.yieldNow();
        }
      }
    }
    return null;
  }

  private static Object consume(AsyncQueue<Integer> queue, List<Integer> got) {
    EventLoop loop = EventLoop.current();
    while (true) {
      try {
        Integer item = queue.get(loop.deadline(Duration.ofMillis(loop.random().nextInt(1, 3))));
        if (item == null) {
          return null;
        }
        got.add(item);
        queue.taskDone();
      } catch (DeadlineException e) {
        EventLoop.yieldNow();
      }
    }
  }

  @Test
  void closingEndsEverybodyInEveryOrder() {
    RandomSeeds.forEach(
        1_000,
        seed ->
            EventLoop.run(
                Simulation.of(seed),
                "main",
                () -> {
                  EventLoop loop = EventLoop.current();
                  var queue = new AsyncQueue<Integer>(loop, "numbers", 2);
                  List<Task<?>> all = new ArrayList<>();
                  for (int i = 0; i < 4; i++) {
                    all.add(loop.spawn("getter", queue::get));
                    all.add(
                        loop.spawn(
                            "putter",
                            () -> {
                              queue.put(1);
                              return null;
                            }));
                    all.add(
                        loop.spawn(
                            "joiner",
                            () -> {
                              queue.join(Deadline.NEVER);
                              return null;
                            }));
                  }
                  for (int i = loop.random().nextInt(4); i > 0; i--) {
                    EventLoop.yieldNow();
                  }
                  queue.close();
                  for (Task<?> task : all) {
                    Throwable failure = failureOf(task);
                    assertTrue(
                        failure == null || failure instanceof IllegalStateException,
                        () -> "" + failure);
                  }
                  return null;
                }));
  }

  private static Throwable failureOf(Task<?> task) {
    try {
      task.await(EventLoop.current().deadline(Duration.ofHours(1)));
      return null;
    } catch (TaskFailedException e) {
      return e.failure();
    }
  }
}

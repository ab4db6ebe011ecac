package dev.arachne.road;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class JoinableQueueTest {
  @Test
  void itemsComeOutInTheOrderInWhichTheyWentIn() throws InterruptedException {
    var queue = new JoinableQueue<Integer>();
    queue.put(1);
    queue.put(2);
    assertEquals(1, queue.get());
    assertEquals(2, queue.get());
  }

  @Test
  void joinReturnsWhenTheWorkThatWorkHasBroughtIsDoneToo() throws InterruptedException {
    var queue = new JoinableQueue<Integer>();
    List<Integer> done = Collections.synchronizedList(new ArrayList<>());
    queue.put(5);
    var worker =
        Thread.ofVirtual()
            .start(() -> {
              try {
                for (Integer n = queue.get(); n != null; n = queue.get()) {
                  if (n > 0) {
                    queue.put(n - 1);
                  }
                  done.add(n);
                  queue.taskDone();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    queue.join();
    assertEquals(List.of(5, 4, 3, 2, 1, 0), done);
    queue.close();
    worker.join();
  }

  @Test
  void closeResumesAllWaiters() throws InterruptedException {
    var queue = new JoinableQueue<Integer>();
    var waiting = new CountDownLatch(1);
    var got = new ArrayList<Integer>();
    var getter =
        Thread.ofPlatform()
            .start(() -> {
              waiting.countDown();
              try {
                got.add(queue.get());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    waiting.await();
    queue.close();
    getter.join();
    assertEquals(1, got.size());
    assertNull(got.getFirst());
  }

  @Test
  void noMoreCanBeDoneThanWasPut() {
    assertThrows(IllegalStateException.class, new JoinableQueue<Integer>()::taskDone);
  }
}

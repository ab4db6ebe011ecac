package dev.arachne.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BodyArraysTest {

  @Test
  void anArrayHasRoomAndHardlyMore() {
    for (int bytes = 1; bytes < 5 << 20; bytes += 997) {
      int room = BodyArrays.room(bytes);
      assertTrue(room >= bytes, () -> "" + room);
      assertTrue(room <= Math.max(16 << 10, bytes + bytes / 4), room + " for " + bytes);
    }
  }

  @Test
  void returnedBuffersAreReusedUpToABound() {
    onLoop(arrays -> {
      assertEquals(8, usedAgain(arrays, 20, 1 << 20), "8 MiB");
      assertEquals(64, usedAgain(arrays, 100, 16 << 10), "64 arrays");
      assertEquals(0, usedAgain(arrays, 3, 5 << 20), "too large to be kept");
    });
  }

  @Test
  void buffersReturnedByAnotherThreadAreLeftToTheCollector() {
    onLoop(arrays -> {
      byte[] array = arrays.take(1 << 20);
      EventLoop.current()
          .offload(
              "another thread",
              () -> {
                arrays.giveBack(array);
                return true;
              },
              Deadline.NEVER);
      assertNotSame(array, arrays.take(1 << 20));
    });
  }

  private interface Use {
    void with(BodyArrays arrays) throws Exception;
  }

  private static void onLoop(Use use) {
    EventLoop.run(
        "test",
        () -> {
          use.with(new BodyArrays(EventLoop.current()));
          return null;
        });
  }

  /** How many arrays of so many that are given back come again. */
  private static int usedAgain(BodyArrays arrays, int count, int bytes) {
    List<byte[]> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(arrays.take(bytes));
    }
    Set<byte[]> known = Collections.newSetFromMap(new IdentityHashMap<>());
    known.addAll(taken);
    taken.forEach(arrays::giveBack);
    int again = 0;
    for (int i = 0; i < count; i++) {
      again += known.contains(arrays.take(bytes)) ? 1 : 0;
    }
    return again;
  }
}

package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.store.StoreException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Two threads and their turns: the test's is that of Streams. */
class TurnsTest {
  private final Turns turns = new Turns("shard 7");

  private boolean serveUntilDone() {
    while (!turns.serve()) {
      Thread.onSpinWait();
    }
    return true;
  }

  @Test
  void aBatchIsDoneWhileTheOtherWaitsAndReturnsWhenItIsCommitted() {
    int[] rows = {0};
    CompletableFuture<Integer> shard =
        CompletableFuture.supplyAsync(() -> {
          turns.begin();
          rows[0] = 1;
          rows[0] = 2;
          turns.commit();
          return rows[0];
        });
    assertTrue(serveUntilDone());
    assertEquals(2, rows[0]);
    assertFalse(shard.isDone());
    turns.committed();
    assertEquals(2, shard.join());
    assertFalse(turns.serve());
  }

  @Test
  void aBatchThatFailsHalfWayIsNeverCommitted() {
    CompletableFuture<Void> shard =
        CompletableFuture.runAsync(() -> {
          turns.begin();
          turns.abandon(1);
        });
    assertThrows(IllegalStateException.class, this::serveUntilDone);
    shard.join();
  }

  @Test
  void aReaderMayCloseEarly() {
    CompletableFuture<Void> shard =
        CompletableFuture.runAsync(() -> {
          turns.begin();
          turns.abandon(0);
        });
    while (!shard.isDone()) {
      assertFalse(turns.serve());
    }
  }

  @Test
  void waitersForACommitLearnThatTheShardIsGone() {
    CompletableFuture<StoreException> shard =
        CompletableFuture.supplyAsync(() -> {
          turns.begin();
          return assertThrows(StoreException.class, turns::commit);
        });
    assertTrue(serveUntilDone());
    turns.end();
    assertEquals(StoreException.Kind.UNAVAILABLE, shard.join().kind());
    turns.committed();
    assertThrows(StoreException.class, turns::begin);
  }
}

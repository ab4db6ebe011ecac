package dev.arachne.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.coding.ContentCoding;
import dev.arachne.coding.ContentDecoder;
import dev.arachne.coding.ContentDecoder.Ending;
import dev.arachne.coding.ContentDecoder.Excess;
import dev.arachne.coding.ContentDecoder.Outcome;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.testkit.Gzip;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Decoding on a loop. */
final class SlowLaneTest {

  private static final List<ContentCoding> GZIP = List.of(ContentCoding.GZIP);

  private final ContentDecoder decoder = new ContentDecoder(HttpLimits.DEFAULT.coding());

  @AfterEach
  void end() {
    decoder.close();
  }

  @Test
  void othersRunWhileABodyIsDecodedAndDisturbNothing() {
    var bodies = new ArrayList<byte[]>();
    for (int i = 0; i < 8; i++) {
      byte[] noise = new byte[1 << 20];
      new SplittableRandom(i).nextBytes(noise);
      bodies.add(noise);
    }
    int[] pauses = {0};
    EventLoop.run(
        "test",
        () ->
            TaskGroup.run(group -> {
              for (byte[] body : bodies) {
                group.spawn(
                    "decode",
                    () -> {
                      byte[] coded = Gzip.of(Gzip.of(body));
                      var twice = List.of(ContentCoding.GZIP, ContentCoding.GZIP);
                      Outcome outcome =
                          decoder.decode(
                              twice,
                              coded,
                              0,
                              coded.length,
                              Ending.COMPLETE,
                              8 << 20,
                              Excess.REFUSED,
                              () -> {
                                pauses[0]++;
                                EventLoop.yieldNow();
                              });
                      assertArrayEquals(body, ((Outcome.Decoded) outcome).body());
                      return null;
                    });
              }
              return null;
            }));
    assertTrue(pauses[0] > 8 * 64, pauses[0] + " pauses");
  }

  @Test
  void aLongDecodingTakesTheLoopForAMomentOnly() {
    byte[] letters = new byte[16 << 20];
    new SplittableRandom(1).nextBytes(letters);
    for (int i = 0; i < letters.length; i++) {
      letters[i] = (byte) ('a' + (letters[i] & 15));
    }
    byte[] coded = Gzip.of(letters);
    int turns =
        EventLoop.run(
            "test",
            () -> {
              boolean[] over = {false};
              var neighbour =
                  EventLoop.current()
                      .spawn(
                          "neighbour",
                          () -> {
                            int turn = 0;
                            for (; !over[0]; turn++) {
                              EventLoop.yieldNow();
                            }
                            return turn;
                          });
              try (var work = new SlowLane().begin(Deadline.NEVER)) {
                decode(coded, work);
              }
              over[0] = true;
              return neighbour.await();
            });
    assertTrue(turns >= 3, turns + " turns");
  }

  @Test
  void aDecodingEndsAtItsDeadline() {
    byte[] noise = new byte[7 << 20];
    new SplittableRandom(1).nextBytes(noise);
    byte[] coded = Gzip.of(noise);
    EventLoop.run(
        "test",
        () -> {
          try (var work = new SlowLane().begin(EventLoop.current().deadline(Duration.ofNanos(1)))) {
            assertThrows(DeadlineException.class, () -> decode(coded, work));
          }
          return null;
        });
    assertArrayEquals(
        noise, ((Outcome.Decoded) decoder.decode(GZIP, coded, Ending.COMPLETE)).body());
  }

  private void decode(byte[] coded, SlowLane.Work work) {
    decoder.decode(
        GZIP, coded, 0, coded.length, Ending.COMPLETE, 32 << 20, Excess.REFUSED, work::giveWay);
  }
}

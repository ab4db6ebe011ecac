package dev.arachne.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.runtime.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which of several proxies is next, in time that is moved by hand. */
class ProxyRotationTest {
  private static final Proxy A = new Proxy.Http("a", 1, Optional.empty());
  private static final Proxy B = new Proxy.Http("b", 1, Optional.empty());
  private static final Proxy C = new Proxy.Socks5("c", 1, Optional.empty());
  private static final List<Proxy> ALL = List.of(A, B, C);

  private long nanos = 77;
  private final ProxyRotation turns =
      new ProxyRotation(
          new TimeSource() {
            @Override
            public long nanos() {
              return nanos;
            }

            @Override
            public Instant now() {
              return Instant.EPOCH.plusNanos(nanos);
            }
          });

  private List<Proxy> next(int count) {
    List<Proxy> next = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      next.add(turns.next(ALL));
    }
    return next;
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void eachHasItsTurn() {
    assertEquals(List.of(A, B, C, A, B, C), next(6));
  }

  @Test
  void oneThatCannotBeReachedIsLeftOutLongerEachTime() {
    turns.failed(B);
    assertEquals(List.of(A, C, A, C), next(4));
    pass(Duration.ofSeconds(10));
    assertEquals(List.of(A, B, C), next(3));
    turns.failed(B);
    pass(Duration.ofSeconds(19));
    assertEquals(List.of(A, C), next(2));
    pass(Duration.ofSeconds(1));
    assertEquals(List.of(A, B, C), next(3));
    for (int i = 0; i < 50; i++) {
      turns.failed(B);
    }
    pass(Duration.ofMinutes(5));
    assertEquals(List.of(A, B, C), next(3));
    turns.reached(B);
    turns.failed(B);
    pass(Duration.ofSeconds(10));
    assertEquals(List.of(A, B, C), next(3));
  }

  @Test
  void ofThoseThatAreAllLeftOutTheFirstToComeBackIsAsked() {
    turns.failed(A);
    pass(Duration.ofSeconds(1));
    turns.failed(B);
    pass(Duration.ofSeconds(1));
    turns.failed(C);
    assertEquals(List.of(A, A), next(2));
  }
}

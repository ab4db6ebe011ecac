package dev.arachne.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The log of a web under many threads. */
class RequestLogTest {
  private static final int REQUESTS = 3_000;

  /** A test that counts and then looks would else wait for one more request for ever. */
  @Test
  void whatIsCountedIsKept() throws Exception {
    RequestLog log = RequestLog.keeping();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    var request =
        new LoggedRequest(
            0, new InetSocketAddress(loopback, 1), loopback, 1, "GET", "/", List.of());
    try (var threads = Executors.newFixedThreadPool(3)) {
      Runnable adds =
          () -> {
            for (int i = 0; i < REQUESTS; i++) {
              log.add(request);
            }
          };
      List<Future<?>> adding = List.of(threads.submit(adds), threads.submit(adds));
      while (log.count() < 2L * REQUESTS) {
        long counted = log.count();
        int kept = log.requests().size();
        assertTrue(kept >= counted, counted + " counted, " + kept + " kept");
      }
      for (Future<?> each : adding) {
        each.get();
      }
    }
  }
}

package dev.arachne.http;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.Limit;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Step;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a server does, an exchange takes no more memory than the limit that it breaks allows,
 * and nothing of that is kept. What the loop allocates bounds what it can hold at any instant.
 */
final class HostileMemoryTest {

  private static final int MIB = 1 << 20;
  private static final int ROUNDS = 5;

  /** All rounds together, for what the test's own server and the virtual machine add. */
  private static final int KEPT = MIB;

  /** A server's thread may still be at its attack when memory is looked at. */
  private static final int TRIES = 20;

  private static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

  static Stream<Arguments> attacks() {
    Reply page = html("0123456789".repeat(100));
    byte[] half = {22, 3, 3, 0, 100, 2, 0};
    return Stream.of(
            HostileServerTest.attacks()
                .map(row -> attack((String) row.get()[0], (Reply) row.get()[1])),
            Stream.of(
                attack("endless trailers", Reply.raw(CHUNKED + "0\r\n" + "a: b\r\n".repeat(MIB))),
                attack("one byte at a time", page.dripping(1, Duration.ZERO)),
                attack("a body that is cut", page.cutAfter(500)),
                attack("a body that is reset", page.resetAfter(500)),
                attack("to a file", Reply.redirect(302, "file:///etc/passwd")),
                attack("line ends in Location", Reply.redirect(302, "/a\r\nSet-Cookie: x=1"))),
            Stream.of(
                    TestCertificate.EXPIRED,
                    TestCertificate.WRONG_HOST,
                    TestCertificate.SELF_SIGNED)
                .map(wrong ->
                    Arguments.of(
                        "certificate " + wrong, TestWeb.plan().tls(wrong).site(TestSite.of()))),
            Stream.of(
                Arguments.of(
                    "TLS cut in mid-handshake",
                    TestWeb.plan().tlsBroken(new Step.Send(half), new Step.Close())),
                Arguments.of("TLS reset", TestWeb.plan().tlsBroken(new Step.Reset()))))
        .flatMap(rows -> rows);
  }

  private static Arguments attack(String name, Reply reply) {
    return Arguments.of(name, TestWeb.plan().site(TestSite.of(route("*", reply))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void memoryStaysFlat(String name, TestWeb.Plan attack) throws Exception {
    long loopThread = Thread.currentThread().threadId();
    var options = HostileServerTest.OPTIONS.withTls(Fetching.TRUSTING);
    try (var web = attack.start()) {
      Fetching.run(
          options,
          client -> {
            long allowed = allowed(suffer(client, web.url("/")));
            long usedBefore = usedBeside(client);
            long allocatedBefore = allocated(loopThread);
            for (int i = 0; i < ROUNDS; i++) {
              suffer(client, web.url("/"));
            }
            long each = (allocated(loopThread) - allocatedBefore) / ROUNDS;
            long kept = usedBeside(client) - usedBefore;
            for (int i = 0; i < TRIES && kept > KEPT; i++) {
              kept = usedBeside(client) - usedBefore;
            }
            assertTrue(each <= allowed, () -> "%,d bytes of %,d allowed".formatted(each, allowed));
            assertTrue(kept <= KEPT, "%,d bytes are kept".formatted(kept));
            return null;
          });
    }
  }

  /** What became of an exchange; empty where something came back. */
  private static Optional<HttpFailure> suffer(HttpClient client, String url) {
    try {
      Fetching.get(client, url);
      return Optional.empty();
    } catch (HttpException e) {
      return Optional.of(e.failure());
    }
  }

  /** An array that doubles as it grows takes four times its last size in all, at most. */
  private static long allowed(Optional<HttpFailure> failure) {
    HttpLimits limits = HostileServerTest.OPTIONS.limits();
    return 4
        * (failure.orElse(null) instanceof HttpFailure.TooLarge(Limit limit, long _)
            ? switch (limit) {
              case BODY_BYTES, CODED_BYTES, DECODED_RATIO -> limits.bodyBytes();
              case DECODED_BYTES -> limits.decodedBytes();
              default -> limits.headBytes();
            }
            : limits.headBytes());
  }

  private static long allocated(long thread) {
    return ManagementFactory.getPlatformMXBean(ThreadMXBean.class).getThreadAllocatedBytes(thread);
  }

  /**
   * What is used beside arrays of bodies that wait to be used again, whose lengths differ from
   * attack to attack; {@link BodyArraysTest} has their bound.
   */
  private static long usedBeside(HttpClient client) {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory() - client.idleBytes();
  }
}

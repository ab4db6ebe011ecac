package dev.arachne.network;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Names of which only {@code localhost} gets an answer, and a program that looks up others. It runs
 * in a JVM of its own: where names are in a file, as in tests, no other resolver is asked.
 */
public final class SlowNames extends InetAddressResolverProvider {
  private static final int SILENT = 60;
  private static final CountDownLatch ASKED = new CountDownLatch(SILENT);

  /** Shows that blocking work and other names do not wait for names without an answer. */
  public static void main(String[] arguments) {
    EventLoop.run(
        "names",
        () -> {
          EventLoop loop = EventLoop.current();
          for (int i = 0; i < SILENT; i++) {
            String host = i + ".silent.test";
            loop.spawn(host, () -> Resolver.of(loop).resolve(host, Deadline.NEVER));
          }
          EventLoop.yieldNow();
          Deadline soon = loop.deadline(Duration.ofSeconds(20));
          int work = loop.offload("work", () -> 7, soon);
          String host = Resolver.of(loop).resolve("localhost", soon).getFirst().getHostName();
          System.out.println(work + " " + host);
          loop.offload("the last question", SlowNames::awaitQuestions, soon);
          return null;
        });
  }

  private static boolean awaitQuestions() throws InterruptedException {
    ASKED.await();
    return true;
  }

  @Override
  public InetAddressResolver get(Configuration system) {
    return new InetAddressResolver() {
      @Override
      public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
          throws UnknownHostException {
        if (host.equals("localhost")) {
          byte[] loopback = {127, 0, 0, 1};
          return Stream.of(InetAddress.getByAddress(host, loopback));
        }
        ASKED.countDown();
        while (true) {
          LockSupport.park(host);
        }
      }

      @Override
      public String lookupByAddress(byte[] address) throws UnknownHostException {
        throw new UnknownHostException();
      }
    };
  }

  @Override
  public String name() {
    return "slow names";
  }
}

package dev.arachne.testkit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * Serves {@link LinkedPages} from a process of its own, for benchmarks.
 *
 * <pre>{@code
 * java -jar arachne-testkit.jar pages=10000 size=2000 fanout=20 seed=1 delay=0 port=8099 hosts=1
 * }</pre>
 *
 * <p>{@code size} is in bytes, {@code delay} the silence before each answer in milliseconds; {@code
 * hosts} serves the same site at 127.0.0.1, 127.0.0.2, and so on up to that number. Prints the URL
 * of page 0 once it listens, and serves until it is killed.
 */
public final class ServePages {

  private ServePages() {}

  public static void main(String[] arguments) throws InterruptedException {
    int pages = 1000;
    int size = 2000;
    int fanOut = 20;
    int seed = 1;
    int delay = 0;
    int port = 0;
    int hosts = 1;
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      int number = Integer.parseInt(argument, equals + 1, argument.length(), 10);
      switch (argument.substring(0, Math.max(0, equals))) {
        case "pages" -> pages = number;
        case "size" -> size = number;
        case "fanout" -> fanOut = number;
        case "seed" -> seed = number;
        case "delay" -> delay = number;
        case "port" -> port = number;
        case "hosts" -> hosts = number;
        default -> throw new IllegalArgumentException("not known: " + argument);
      }
    }
    TestSite site = new LinkedPages(pages, size, fanOut, seed);
    Duration silence = Duration.ofMillis(delay);
    if (silence.isPositive()) {
      site = site.with(reply -> reply.after(silence));
    }
    var plan = TestWeb.plan().countOnly().site(site).port(port);
    for (int host = 1; host <= hosts; host++) {
      plan.address("127.0." + host / 256 + "." + host % 256);
    }
    System.out.println(plan.start().url("/"));
    new CountDownLatch(1).await();
  }
}

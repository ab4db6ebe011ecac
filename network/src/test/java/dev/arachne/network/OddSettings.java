package dev.arachne.network;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** What fails in a JVM with settings of its own; the main method prints the exception's name. */
final class OddSettings {
  private OddSettings() {}

  public static void main(String[] arguments) {
    Exception thrown = EventLoop.run("main", OddSettings::connect);
    System.out.println(thrown.getClass().getSimpleName());
  }

  private static Exception connect() {
    var to = new InetSocketAddress(InetAddress.ofLiteral("::1"), 9);
    return failure(() -> Network.of(EventLoop.current()).connect(to, Deadline.NEVER));
  }

  private interface Attempt {
    Object make() throws Exception;
  }

  private static Exception failure(Attempt attempt) {
    try {
      return new IllegalStateException(attempt.make().toString());
    } catch (Exception e) {
      return e;
    }
  }
}

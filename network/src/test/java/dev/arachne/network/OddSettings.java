package dev.arachne.network;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import javax.net.ssl.SSLContext;

/** What fails in a JVM with settings of its own; the main method prints the exception's name. */
final class OddSettings {
  private OddSettings() {}

  /** Takes a port on loopback where TLS is to be spoken, or nothing for an address of IPv6. */
  public static void main(String[] arguments) {
    Exception thrown =
        EventLoop.run("main", () -> arguments.length == 0 ? connect() : talk(arguments[0]));
    System.out.println(thrown.getClass().getSimpleName());
  }

  private static Exception connect() {
    var to = new InetSocketAddress(InetAddress.ofLiteral("::1"), 9);
    return failure(() -> Network.of(EventLoop.current()).connect(to, Deadline.NEVER));
  }

  private static Exception talk(String port) throws Exception {
    var to = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
    Channel under = Network.of(EventLoop.current()).connect(to, Deadline.NEVER);
    return failure(() ->
        TlsChannel.connect(
            under, SSLContext.getDefault(), "localhost", 443, List.of(), Deadline.NEVER));
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

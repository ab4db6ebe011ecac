package dev.arachne.tls;

import dev.arachne.network.Channel;
import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.testkit.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** Connects in a JVM with settings of its own; prints the engine, then how the handshake went. */
final class OtherJvm {
  private OtherJvm() {}

  /** Takes a port on loopback where TLS is to be spoken. */
  public static void main(String[] arguments) {
    var server =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
    System.out.println(EventLoop.run("main", () -> connect(server)));
  }

  private static String connect(InetSocketAddress server) throws IOException {
    Deadline deadline = EventLoop.current().deadline(Duration.ofSeconds(30));
    TlsClient client = TlsClient.trusting(TestCertificate.trustManager());
    Channel under = Network.of(EventLoop.current()).connect(server, deadline);
    try (TlsConnector connector = TlsConnector.open(client, deadline)) {
      String engine = connector.isFast() ? "BoringSSL " : "JDK ";
      try (Channel _ = connector.connect(under, "localhost", 443, List.of(), deadline)) {
        return engine + "connected";
      } catch (IOException e) {
        return engine + e.getClass().getSimpleName() + ": " + e.getMessage();
      }
    }
  }
}

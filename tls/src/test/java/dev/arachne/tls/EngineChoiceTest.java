package dev.arachne.tls;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.EventLoop;
import dev.arachne.testkit.ChildJvm;
import dev.arachne.testkit.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who speaks TLS, on which machine. */
class EngineChoiceTest {
  /** What a server does with its end of a connection. */
  private interface Server {
    void talk(Socket socket) throws IOException;
  }

  private static void shakeHands(Socket bare) throws IOException {
    var factory = TestCertificate.VALID.serverContext().getSocketFactory();
    try (var socket = (SSLSocket) factory.createSocket(bare, null, true)) {
      socket.setUseClientMode(false);
      socket.startHandshake();
      socket.getInputStream().read();
    }
  }

  @Test
  void boringSslSpeaksHere() throws Exception {
    assertEquals("BoringSSL connected", saidBy("", EngineChoiceTest::shakeHands));
  }

  @Test
  void withoutALibraryForTheMachineTheJdkSpeaks() throws Exception {
    assertEquals("JDK connected", saidBy("-Dos.arch=riscv64", EngineChoiceTest::shakeHands));
  }

  @Test
  void aContextOfTheProgramsOwnIsForTheJdk() {
    boolean isFast =
        EventLoop.run(
            "main",
            () -> {
              var deadline = EventLoop.current().deadline(Duration.ofSeconds(30));
              TlsClient client = TlsClient.of(TestCertificate.trustingContext());
              try (TlsConnector connector = TlsConnector.open(client, deadline)) {
                return connector.isFast();
              }
            });
    assertFalse(isFast);
  }

  @ParameterizedTest
  @CsvSource({"'', BoringSSL SSLException", "-Dos.arch=riscv64, JDK SSLException"})
  void aRecordThatIsLargerThanABufferIsRefused(String option, String expected) throws Exception {
    byte[] record = new byte[5 + 18_000];
    byte[] head = {22, 3, 3, (byte) (18_000 >> 8), (byte) 18_000};
    System.arraycopy(head, 0, record, 0, head.length);
    String said =
        saidBy(
            "-Djsse.SSLEngine.acceptLargeFragments=true " + option, // The JDK takes all lengths.
            socket -> {
              socket.getOutputStream().write(record);
              socket.getInputStream().readAllBytes();
            });
    assertTrue(said.startsWith(expected), said);
  }

  private static String saidBy(String options, Server server) throws Exception {
    try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread serving =
          Thread.ofPlatform()
              .start(() -> {
                try (Socket socket = listener.accept()) {
                  server.talk(socket);
                } catch (IOException e) {
                  // The client has left.
                }
              });
      String port = Integer.toString(listener.getLocalPort());
      var child = new ProcessBuilder(ChildJvm.command("-ea", OtherJvm.class, port));
      child.environment().put("JDK_JAVA_OPTIONS", options);
      Process process = child.redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertEquals(0, process.waitFor(), output);
      serving.join();
      return output.strip();
    }
  }
}

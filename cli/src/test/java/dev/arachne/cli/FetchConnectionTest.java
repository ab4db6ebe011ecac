package dev.arachne.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The options of {@code arachne fetch} about how a connection is made. */
final class FetchConnectionTest {
  @TempDir private Path directory;

  private SSLServerSocket listener;
  private String identity;
  private String authority;

  @BeforeEach
  void listen() throws IOException {
    identity = write("me.pem", TestCertificate.VALID.pem());
    authority = write("authority.pem", TestCertificate.authorityPem());
    listener =
        (SSLServerSocket)
            TestCertificate.VALID
                .serverContext()
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"));
  }

  private String begin() {
    Thread.ofPlatform().daemon().start(this::accept);
    return "https://127.0.0.1:" + listener.getLocalPort() + "/";
  }

  @AfterEach
  void close() throws IOException {
    listener.close();
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  /** Tells each client who and where it is. */
  private void accept() {
    while (!listener.isClosed()) {
      try (var socket = (SSLSocket) listener.accept()) {
        socket.getInputStream().read(new byte[4096]);
        String who = nameOf(socket) + " from " + socket.getInetAddress().getHostAddress();
        socket
            .getOutputStream()
            .write(
                ("HTTP/1.1 200 OK\r\nContent-Length: " + who.length() + "\r\n\r\n" + who)
                    .getBytes(ISO_8859_1));
      } catch (IOException e) {
        continue; // The client would not have it, or the test is over.
      }
    }
  }

  private static String nameOf(SSLSocket socket) {
    try {
      return socket.getSession().getPeerPrincipal().getName();
    } catch (SSLPeerUnverifiedException e) {
      return "nobody";
    }
  }

  @Test
  void anAuthorityThatIsNamedIsTrusted() {
    String url = begin();
    assertEquals(60, CapturedOutput.by("fetch", url).code());
    assertEquals(
        "nobody from 127.0.0.1",
        CapturedOutput.by("fetch", "--ca-certificate", authority, url).body());
  }

  @Test
  void theCertificateOfTheUserIsShownToAServerThatAsks() {
    listener.setNeedClientAuth(true);
    String url = begin();
    assertEquals(
        "CN=valid from 127.0.0.1",
        CapturedOutput.by("fetch", "--cacert", authority, "--client-cert", identity, url).body());
    CapturedOutput refused = CapturedOutput.by("fetch", "--cacert", authority, url);
    assertEquals(35, refused.code());
    assertTrue(refused.err().contains("client's certificate, or wants one"), refused.err());
    assertTrue(refused.err().endsWith("(--client-cert)\n"), refused.err());
  }

  @Test
  void anEncryptedKeyIsAMistakeThatSaysWhatToDo() throws IOException {
    String key = TestCertificate.VALID.pem().replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");
    String file = write("key.pem", key);
    CapturedOutput told =
        CapturedOutput.by(
            "fetch", "--client-cert", identity, "--client-key", file, "https://127.0.0.1/");
    assertEquals(ExitCode.USAGE, told.code());
    assertEquals(
        "arachne fetch: --client-key "
            + file
            + ": the private key is encrypted; write one without a password: openssl pkcs8 -topk8"
            + " -nocrypt -in KEY -out NEWKEY\n",
        told.err());
  }

  @Test
  void theServerSeesTheAddressThatIsTyped() {
    String url = begin();
    assertEquals(
        "nobody from 127.0.0.9",
        CapturedOutput.by("fetch", "-k", "--bind-address=127.0.0.9", url).body());
  }
}

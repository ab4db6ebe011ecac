package dev.arachne.testkit;

import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class TlsTest {

  private static final TestSite SITE = TestSite.of(route("/", text("secret")));

  @AutoClose
  private final HttpClient client =
      HttpClient.newBuilder().sslContext(TestCertificate.trustingContext()).build();

  private String get(TestWeb web) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(web.url("/"))).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  @Test
  void aValidCertificateIsTrusted() throws Exception {
    try (var web = TestWeb.plan().site(SITE).tls(TestCertificate.VALID).start()) {
      assertEquals("secret", get(web));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "EXPIRED, validity check failed",
    "WRONG_HOST, No subject alternative names matching IP address 127.0.0.1",
    "SELF_SIGNED, unable to find valid certification path"
  })
  void aWrongCertificateIsRefusedForWhatIsWrong(TestCertificate wrong, String why)
      throws Exception {
    try (var web = TestWeb.plan().site(SITE).tls(wrong).start()) {
      var refusal = assertThrows(SSLHandshakeException.class, () -> get(web));
      assertTrue(causes(refusal).contains(why), causes(refusal));
      assertEquals(0, web.requestCount());
    }
  }

  private static String causes(Throwable failure) {
    var messages = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      messages.append(cause.getMessage()).append('\n');
    }
    return messages.toString();
  }

  @Test
  void aHandshakeMayBeCutOrResetInItsMidst() throws Exception {
    for (Step end : new Step[] {new Step.Close(), new Step.Reset()}) {
      var half = new Step.Send(new byte[] {0x16, 3, 3, 0, 100, 2});
      try (var web = TestWeb.plan().site(SITE).tlsBroken(half, end).start()) {
        assertThrows(IOException.class, () -> get(web));
        assertTrue(web.connectionCount() > 0);
      }
    }
  }
}

package dev.arachne.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.network.DnsException;
import dev.arachne.network.LocalShortageException;
import dev.arachne.network.LocalShortageException.Resource;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.TimeSource;
import dev.arachne.url.CrawlUrl;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

/** What went wrong is told by types: their texts are the system's, in the user's language. */
final class ExchangeProgressTest {

  @Test
  void aFailureToConnectHasItsKindInAnyLanguage() {
    assertEquals(
        new HttpFailure.ConnectionRefused(),
        kind(Phase.CONNECT, new ConnectException("Verbindungsaufbau abgelehnt")));
    assertEquals(
        new HttpFailure.Unreachable(),
        kind(Phase.CONNECT, new NoRouteToHostException("Keine Route zum Zielrechner")));
    assertEquals(
        new HttpFailure.Unreachable(),
        kind(Phase.CONNECT, new SocketException("Das Netzwerk ist nicht erreichbar")));
  }

  @Test
  void aShortageOfThisMachineIsNotAFailureOfTheHost() {
    var tooMany = new SocketException("Zu viele offene Dateien");
    assertEquals(
        new HttpFailure.Shortage(Resource.DESCRIPTORS, "Zu viele offene Dateien"),
        kind(Phase.CONNECT, new LocalShortageException(Resource.DESCRIPTORS, tooMany)));
    var unasked = new IOException("Temporaerer Fehler bei der Namensaufloesung");
    assertEquals(
        new HttpFailure.NamesUnavailable("site.example.com", unasked.getMessage()),
        kind(Phase.DNS, new DnsException(unasked, false)));
    assertEquals(
        new HttpFailure.NameUnanswered("site.example.com"),
        kind(Phase.DNS, new DnsException(unasked, true)));
  }

  @Test
  void aHandshakeThatEndsIsCutAndOneThatDisagreesIsNot() {
    assertEquals(
        new HttpFailure.TlsRefused(TlsFault.CUT, "gone"),
        kind(Phase.TLS, new EOFException("gone")));
    assertEquals(
        new HttpFailure.TlsRefused(TlsFault.HANDSHAKE, "no cipher during the TLS handshake"),
        kind(Phase.TLS, new SSLException("no cipher during the TLS handshake")));
  }

  @Test
  void aCertificateOfTheFutureIsNotAnExpiredOne() {
    var failed = new SSLHandshakeException("(certificate_unknown) PKIX path validation failed");
    failed.initCause(new CertificateNotYetValidException("NotBefore: 2099"));
    HttpFailure failure = kind(Phase.TLS, failed);
    assertEquals(new HttpFailure.TlsRefused(TlsFault.NOT_YET_VALID, ""), failure);
    assertEquals("the certificate is not valid yet", failure.text());
  }

  @Test
  void tlsThatEndsWithoutGoodbyeIsAnEarlyCloseAndNoReset() {
    assertEquals(
        new HttpFailure.ClosedEarly(), kind(Phase.FIRST_BYTE, new EOFException("no close_notify")));
  }

  @Test
  void anAlertIsNamedOnce() {
    assertEquals(
        new HttpFailure.TlsRefused(TlsFault.HANDSHAKE, "Received fatal alert: handshake_failure"),
        kind(
            Phase.TLS,
            new SSLException("(handshake_failure) Received fatal alert: handshake_failure")));
  }

  @Test
  void aTimeoutOfTheWholeExchangeStillNamesWhatWasAwaited() {
    var request = HttpRequest.get(CrawlUrl.of("http://site.example.com/"));
    Deadline passed = Deadline.after(TimeSource.SYSTEM, Duration.ZERO);
    var exchange = new ExchangeProgress(request, Timeouts.DEFAULT, TimeSource.SYSTEM, passed);
    exchange.enter(Phase.CONNECT);
    assertEquals(
        new HttpFailure.TimedOut(Phase.CONNECT),
        exchange.failure(new DeadlineException("late")).failure());
  }

  private static HttpFailure kind(Phase phase, Exception cause) {
    var request = HttpRequest.get(CrawlUrl.of("http://site.example.com/"));
    var exchange =
        new ExchangeProgress(request, Timeouts.DEFAULT, TimeSource.SYSTEM, Deadline.NEVER);
    exchange.enter(phase);
    return exchange.failure(cause).failure();
  }
}

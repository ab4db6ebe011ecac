package dev.arachne.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.LocalShortageException;
import dev.arachne.runtime.LocalShortageException.Resource;
import dev.arachne.runtime.TimeSource;
import dev.arachne.url.CrawlUrl;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

/** What went wrong is told by types: their texts are the system's, in the user's language. */
final class ExchangeTest {

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
  void aShortageOfThisMachineIsNoFailureOfTheHost() {
    var tooMany = new SocketException("Zu viele offene Dateien");
    assertEquals(
        new HttpFailure.Shortage(Resource.DESCRIPTORS, "Zu viele offene Dateien"),
        kind(Phase.CONNECT, new LocalShortageException(Resource.DESCRIPTORS, tooMany)));
    var unasked = new IOException("Temporaerer Fehler bei der Namensaufloesung");
    assertEquals(
        new HttpFailure.NamesUnavailable("site.example.com", unasked.getMessage()),
        kind(Phase.NAME, new NameServiceException(unasked, false)));
    assertEquals(
        new HttpFailure.NameUnanswered("site.example.com"),
        kind(Phase.NAME, new NameServiceException(unasked, true)));
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

  private static HttpFailure kind(Phase phase, Exception cause) {
    var request = HttpRequest.get(CrawlUrl.of("http://site.example.com/"));
    var exchange = new Exchange(request, Timeouts.DEFAULT, TimeSource.SYSTEM, Deadline.NEVER);
    exchange.enter(phase);
    return exchange.failure(cause).failure();
  }
}

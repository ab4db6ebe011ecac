package dev.arachne.http;

import dev.arachne.http2.ErrorCode;
import dev.arachne.http2.Http2Violation;
import dev.arachne.http2.StreamFault;
import dev.arachne.network.LocalShortageException;
import dev.arachne.protocol.Limit;
import dev.arachne.protocol.ProtocolViolation;
import dev.arachne.protocol.ResponseFault;
import java.net.InetAddress;

/**
 * The reason why an exchange has no response: the kinds of {@link HttpException}. Expected answers
 * such as 404 are not failures, and a body that was cut is a response with {@link
 * Completeness.Truncated}.
 */
public sealed interface HttpFailure {

  /** The description for people: a clause without the URL, which the exception names. */
  String text();

  /** The failure of an exchange whose response cannot be used. */
  static HttpFailure of(ResponseFault fault) {
    return switch (fault) {
      case ResponseFault.Malformed(ProtocolViolation rule) -> new Malformed(rule);
      case ResponseFault.TooLarge(Limit limit, long bound) -> new TooLarge(limit, bound);
      case ResponseFault.ClosedEarly _ -> new ClosedEarly();
    };
  }

  /** The failure of an exchange whose HTTP/2 stream has failed. */
  static HttpFailure of(StreamFault fault) {
    return switch (fault) {
      case StreamFault.Unusable(ResponseFault its) -> of(its);
      case StreamFault.Broken(Http2Violation rule) -> new Http2Broken(rule);
      case StreamFault.Reset(ErrorCode code) -> new StreamReset(code);
      case StreamFault.Unprocessed(var sign) ->
          new StaleConnection(
              switch (sign) {
                case GOAWAY, REFUSED_STREAM -> StaleConnection.Sign.UNPROCESSED;
                case HTTP_1_1_REQUIRED -> StaleConnection.Sign.HTTP_1_1_REQUIRED;
              });
    };
  }

  /** The name has no address. */
  record NameNotFound(String host) implements HttpFailure {
    @Override
    public String text() {
      return "the host " + host + " was not found";
    }
  }

  /** The authoritative DNS servers of the name do not answer, though others do. */
  record NameUnanswered(String host) implements HttpFailure {
    @Override
    public String text() {
      return "the name servers of " + host + " did not answer";
    }
  }

  /**
   * A failure of this machine or of its DNS resolver. It does not indicate a fault of the host: a
   * request after the shortage does not count as a retry.
   */
  sealed interface Local extends HttpFailure {}

  /** DNS lookups are not possible. */
  record NamesUnavailable(String host, String detail) implements Local {
    @Override
    public String text() {
      return "the name service cannot be asked for " + host + " (" + detail + ")";
    }
  }

  /** A resource for opening a connection is missing. */
  record Shortage(LocalShortageException.Resource resource, String detail) implements Local {
    @Override
    public String text() {
      return switch (resource) {
            case DESCRIPTORS -> "this process can open no more files and connections (";
            case PORTS -> "this machine has no port left for a connection to the host (";
            case ADDRESS -> "this machine has lost the address for connections to the host (";
          }
          + detail
          + ")";
    }
  }

  /** None of the host's addresses is permitted, as with private addresses. */
  record AddressRefused(InetAddress address) implements HttpFailure {
    @Override
    public String text() {
      return "its address "
          + address.getHostAddress()
          + " is private or local, and those are asked only on request";
    }
  }

  /** The port belongs to another protocol ({@link PortPolicy#WEB}). */
  record PortRefused(int port) implements HttpFailure {
    @Override
    public String text() {
      return "its port " + port + " is that of another protocol, and those are not asked";
    }
  }

  /**
   * The connection was refused, or the system's connection attempt timed out. The JDK does not tell
   * them apart, but the latter takes Linux two minutes.
   */
  record ConnectionRefused() implements HttpFailure {
    @Override
    public String text() {
      return "the connection was refused";
    }
  }

  /** No route leads to the address. */
  record Unreachable() implements HttpFailure {
    @Override
    public String text() {
      return "the address cannot be reached";
    }
  }

  /** The connection ended in order (FIN) before the head was whole. */
  record ClosedEarly() implements HttpFailure {
    @Override
    public String text() {
      return "the server closed the connection before the response head was whole";
    }
  }

  /** The connection was broken (RST or another error of the socket) before the head was whole. */
  record Reset() implements HttpFailure {
    @Override
    public String text() {
      return "the connection was reset";
    }
  }

  /**
   * The rest of a body was requested, and the response does not continue the stored part. That part
   * is deleted, so the next request is for the whole.
   *
   * @param detail a clause about the server or its answer
   */
  record NotResumed(String detail) implements HttpFailure {
    @Override
    public String text() {
      return "the download could not be resumed: " + detail;
    }
  }

  /**
   * The connection was no longer usable when the request was sent. No response to the request has
   * come, so it may be sent again on a new connection (RFC 9110 15.5.9, RFC 9112 9.3.1).
   *
   * @see HttpRequest#resentIf
   */
  record StaleConnection(Sign sign) implements HttpFailure {

    /** The sign of it. */
    public enum Sign {
      /** A kept connection ended before the first byte of an answer. */
      ENDED("the server closed the kept connection before it answered"),
      /**
       * Status 408 on a kept connection. Servers send it when they close an idle connection, and it
       * may cross the next request.
       */
      REQUEST_TIMEOUT("the server ended the kept connection with status 408"),
      /** Bytes came before the request was written: no answer to it. */
      UNREQUESTED("bytes came on the connection before the request was sent"),
      /**
       * The server said that it has not processed the request: GOAWAY or REFUSED_STREAM of HTTP/2.
       * It may be sent again regardless of its method (RFC 9113 8.7).
       */
      UNPROCESSED("the server said that it has not processed the request"),
      /**
       * As {@code UNPROCESSED}, and the server requires HTTP/1.1 (RFC 9113 7). The client uses that
       * for its origin from now on, if permitted.
       */
      HTTP_1_1_REQUIRED("the server wants HTTP/1.1");

      private final String text;

      Sign(String text) {
        this.text = text;
      }
    }

    @Override
    public String text() {
      return sign.text;
    }
  }

  /** A deadline passed in this phase. */
  record TimedOut(Phase phase) implements HttpFailure {
    @Override
    public String text() {
      return "timed out waiting for " + phase.awaited();
    }
  }

  /** The TLS handshake failed, or the connection was unusable later. */
  record TlsRefused(TlsFault fault, String detail) implements HttpFailure {
    @Override
    public String text() {
      String what =
          switch (fault) {
            case CLIENT_CERTIFICATE -> "the server refused the client's certificate, or wants one";
            case EXPIRED -> "the certificate has expired";
            case NOT_YET_VALID -> "the certificate is not valid yet";
            case WRONG_HOST -> "the certificate is for another host";
            case UNTRUSTED -> "the certificate is not signed by anyone trusted";
            case CUT -> "the connection ended in the TLS handshake";
            case HANDSHAKE -> "the TLS handshake failed";
            case EXCESS -> "the server sent more TLS than its content needs";
          };
      return detail.isEmpty() ? what : what + " (" + detail + ")";
    }
  }

  /** The response cannot be read. */
  record Malformed(ProtocolViolation rule) implements HttpFailure {
    @Override
    public String text() {
      return "the response is malformed: " + rule.text();
    }
  }

  /** The server broke a rule of HTTP/2, so the connection or the stream fails. */
  record Http2Broken(Http2Violation rule) implements HttpFailure {
    @Override
    public String text() {
      return "the server breaks a rule of HTTP/2: " + rule.text();
    }
  }

  /** The server ended the stream of HTTP/2 before the head was whole. */
  record StreamReset(ErrorCode code) implements HttpFailure {
    @Override
    public String text() {
      return "the server ended the stream (" + code + ")";
    }
  }

  /** The response is beyond a limit. */
  record TooLarge(Limit limit, long bound) implements HttpFailure {
    @Override
    public String text() {
      return limit.text(bound);
    }
  }

  /** The body is not in the content coding that the head names. */
  record DecodingFailed(String coding) implements HttpFailure {
    @Override
    public String text() {
      return "the body is not in its content coding " + coding;
    }
  }

  /** The proxy did not open a connection to the host. */
  record ProxyRefused(String detail) implements HttpFailure {
    @Override
    public String text() {
      return "the proxy refused: " + detail;
    }
  }

  /** The client has stored answers, but not to this request ({@link StoredAnswers}). */
  record NotStored() implements HttpFailure {
    @Override
    public String text() {
      return "it is not in the archive";
    }
  }

  /**
   * The stored answer cannot be read.
   *
   * @param detail its place and its fault
   */
  record Unreadable(String detail) implements HttpFailure {
    @Override
    public String text() {
      return "its capture cannot be read: " + detail;
    }
  }

  /** The client was closed. */
  record ClientClosed() implements HttpFailure {
    @Override
    public String text() {
      return "the client was closed";
    }
  }

  /** A failure of the network without a kind of its own. */
  record Other(String detail) implements HttpFailure {
    @Override
    public String text() {
      return detail;
    }
  }
}

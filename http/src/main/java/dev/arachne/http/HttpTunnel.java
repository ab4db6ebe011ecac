package dev.arachne.http;

import dev.arachne.network.Channel;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.ResponseParser;
import dev.arachne.runtime.Deadline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Opens a tunnel through an HTTP proxy: CONNECT (RFC 9110 9.3.6). */
final class HttpTunnel {

  private HttpTunnel() {}

  static void open(Channel channel, Proxy.Http proxy, String host, int port, Deadline deadline)
      throws IOException {
    String authority = (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    var request = new StringBuilder("CONNECT " + authority + " HTTP/1.1\r\n");
    request.append("Host: ").append(authority).append("\r\n");
    proxy
        .credentials()
        .map(who -> HttpRequest.basic(who.user(), who.password()))
        .ifPresent(basic -> request.append("Proxy-Authorization: ").append(basic).append("\r\n"));
    var handshake = new ProxyHandshake(channel, deadline);
    handshake.send(request.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    int status = readStatus(handshake);
    if (status / 100 != 2) {
      throw new ProxyException("status " + status);
    }
  }

  /** Reads only the head: the bytes behind that of a 2xx answer are the origin's. */
  private static int readStatus(ProxyHandshake handshake) throws IOException {
    // As for a HEAD request: the response has no body.
    var parser = new ResponseParser(HttpMethod.HEAD, HttpLimits.DEFAULT);
    while (true) {
      switch (parser.next()) {
        case NEED_INPUT -> parser.input(handshake.receive(1), 0, 1);
        case FAILED -> throw new ProxyException(HttpFailure.of(parser.fault()).text());
        default -> {
          return parser.head().status();
        }
      }
    }
  }
}

package dev.arachne.http;

import dev.arachne.network.Channel;
import dev.arachne.runtime.Deadline;
import dev.arachne.url.HostAddress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

/** Opens a connection through a SOCKS proxy, which resolves the names (RFC 1928, RFC 1929). */
final class Socks5 {

  private static final byte VERSION = 5;
  private static final byte NO_AUTHENTICATION = 0;
  private static final byte PASSWORD = 2;
  private static final byte CONNECT = 1;
  private static final byte IPV4 = 1;
  private static final byte NAME = 3;
  private static final byte IPV6 = 4;
  private static final int MAX_TEXT = 255;

  private static final String[] REPLIES = {
    "granted",
    "general failure",
    "not allowed by its rules",
    "network unreachable",
    "host unreachable",
    "connection refused",
    "time to live expired",
    "command not supported",
    "address type not supported"
  };

  private Socks5() {}

  static void open(Channel channel, Proxy.Socks5 proxy, String host, int port, Deadline deadline)
      throws IOException {
    var handshake = new ProxyHandshake(channel, deadline);
    authenticate(handshake, proxy);
    var request = new ByteArrayOutputStream();
    request.writeBytes(new byte[] {VERSION, CONNECT, 0});
    destination(request, host);
    request.writeBytes(new byte[] {(byte) (port >> 8), (byte) port});
    handshake.send(request.toByteArray());
    byte[] reply = handshake.receive(4);
    if (reply[0] != VERSION || reply[1] != 0) {
      throw new ProxyException(
          reply[1] >= 0 && reply[1] < REPLIES.length ? REPLIES[reply[1]] : "reply " + reply[1]);
    }
    int bound =
        switch (reply[3]) {
          case IPV4 -> 4;
          case IPV6 -> 16;
          case NAME -> handshake.receive(1)[0] & 0xFF;
          default -> throw new ProxyException("an address of type " + reply[3]);
        };
    handshake.receive(bound + 2);
  }

  private static void destination(ByteArrayOutputStream request, String host)
      throws ProxyException {
    if (HostAddress.isLiteral(host)) {
      byte[] address = InetAddress.ofLiteral(host).getAddress();
      request.write(address.length == 4 ? IPV4 : IPV6);
      request.writeBytes(address);
    } else {
      request.write(NAME);
      text(request, host.getBytes(StandardCharsets.US_ASCII), "a host name");
    }
  }

  /** Writes a text behind its length, which is one byte. */
  private static void text(ByteArrayOutputStream request, byte[] text, String what)
      throws ProxyException {
    if (text.length == 0 || text.length > MAX_TEXT) {
      throw new ProxyException(what + " of " + text.length + " bytes cannot be said to it");
    }
    request.write(text.length);
    request.writeBytes(text);
  }

  private static void authenticate(ProxyHandshake handshake, Proxy.Socks5 proxy)
      throws IOException {
    byte method = proxy.credentials().isPresent() ? PASSWORD : NO_AUTHENTICATION;
    handshake.send(new byte[] {VERSION, 1, method});
    byte[] chosen = handshake.receive(2);
    if (chosen[0] != VERSION || chosen[1] != method) {
      throw new ProxyException("it wants another authentication");
    }
    if (proxy.credentials().isPresent()) {
      Proxy.Credentials who = proxy.credentials().get();
      var request = new ByteArrayOutputStream();
      request.write(1);
      text(request, who.user().getBytes(StandardCharsets.UTF_8), "a user name");
      text(request, who.password().getBytes(StandardCharsets.UTF_8), "a password");
      handshake.send(request.toByteArray());
      if (handshake.receive(2)[1] != 0) {
        throw new ProxyException("wrong credentials");
      }
    }
  }
}

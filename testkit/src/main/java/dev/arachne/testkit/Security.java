package dev.arachne.testkit;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** The security between an accepted connection and its first request. */
sealed interface Security {

  /** Plain text, without security. */
  record Plain() implements Security {}

  /** TLS with this context's certificate; ALPN offers http/1.1. */
  record Tls(SSLContext context) implements Security {

    /** A socket over {@code raw} whose handshake is done. */
    SSLSocket handshake(Socket raw) throws IOException {
      var socket = (SSLSocket) context.getSocketFactory().createSocket(raw, null, true);
      var parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"http/1.1"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return socket;
    }
  }

  /** These steps once the client has begun its handshake. */
  record Broken(List<Step> steps) implements Security {}
}

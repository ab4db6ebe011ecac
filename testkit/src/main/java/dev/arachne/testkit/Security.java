package dev.arachne.testkit;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** What stands between an accepted connection and its first request. */
sealed interface Security {

  /** The socket to talk through, or null where the connection is over. */
  @Nullable Socket secure(Socket raw) throws IOException, InterruptedException;

  /** Plain text. */
  record Plain() implements Security {
    @Override
    public Socket secure(Socket raw) {
      return raw;
    }
  }

  /** TLS with this context's certificate; ALPN offers http/1.1. */
  record Tls(SSLContext context) implements Security {
    @Override
    public Socket secure(Socket raw) throws IOException {
      var socket = (SSLSocket) context.getSocketFactory().createSocket(raw, null, true);
      var parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"http/1.1"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      return socket;
    }
  }

  /** These steps once the client has begun its handshake. */
  record Broken(List<Step> steps) implements Security {
    @Override
    public @Nullable Socket secure(Socket raw) throws IOException, InterruptedException {
      Connection.playInsteadOfHandshake(steps, raw);
      return null;
    }
  }
}

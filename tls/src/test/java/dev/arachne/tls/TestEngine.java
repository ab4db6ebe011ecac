package dev.arachne.tls;

import dev.arachne.network.Channel;
import dev.arachne.runtime.Deadline;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** The engines that a client can have, each of which has to pass every test. */
enum TestEngine {
  BORING,
  JDK;

  /** A client with this engine. */
  TlsClient trusting(X509ExtendedTrustManager trust) {
    return switch (this) {
      case BORING -> TlsClient.trusting(trust);
      case JDK -> {
        try {
          SSLContext context = SSLContext.getInstance("TLS");
          context.init(null, new TrustManager[] {trust}, null);
          yield TlsClient.of(context);
        } catch (GeneralSecurityException e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }

  /** A channel by a connector of its own. */
  static TlsChannel connect(
      TlsClient client, Channel under, String host, List<String> protocols, Deadline deadline)
      throws IOException {
    try (TlsConnector connector = TlsConnector.open(client, deadline)) {
      return connector.connect(under, host, 443, protocols, deadline);
    }
  }
}

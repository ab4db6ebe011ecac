package dev.arachne.network;

import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/** Makes engines for {@link TlsChannel}. */
final class TlsEngines {
  private TlsEngines() {}

  /**
   * An engine that sends the server's name and checks its certificate against it.
   *
   * @throws SSLException if no certificate can be checked for that name
   */
  static SSLEngine client(SSLContext context, String host, int port, List<String> protocols)
      throws SSLException {
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    SSLEngine engine = context.createSSLEngine(name, port);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(protocols.toArray(String[]::new));
    if (!isAddress(name)) {
      parameters.setServerNames(List.of(serverName(name)));
    }
    engine.setSSLParameters(parameters);
    return engine;
  }

  /** The JDK takes letters, digits and hyphens alone, here and in certificates. */
  private static SNIHostName serverName(String name) throws SSLException {
    try {
      return new SNIHostName(name);
    } catch (IllegalArgumentException e) {
      throw new SSLException("no certificate can be checked for the name " + name, e);
    }
  }

  /** An engine that shows the certificate in {@code context}. */
  static SSLEngine server(SSLContext context) {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    return engine;
  }

  /** Whether a host is an address: digits after its last dot are in no name. */
  private static boolean isAddress(String host) {
    int at = host.length();
    while (at > 0 && host.charAt(at - 1) >= '0' && host.charAt(at - 1) <= '9') {
      at--;
    }
    return host.indexOf(':') >= 0
        || (at < host.length() && (at == 0 || host.charAt(at - 1) == '.'));
  }
}

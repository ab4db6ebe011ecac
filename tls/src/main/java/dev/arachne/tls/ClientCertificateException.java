package dev.arachne.tls;

import java.util.Map;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The server requires a client certificate, or refuses the one it received. Over TLS 1.3 its alert
 * comes after the handshake, when an answer is awaited. The message names its alert.
 */
public final class ClientCertificateException extends SSLException {
  private static final long serialVersionUID = 1L;

  /** The alerts of a server that are about the client's certificate (RFC 8446 6.2). */
  private static final Map<Integer, String> ALERTS =
      Map.of(
          42, "bad certificate",
          43, "unsupported certificate",
          44, "certificate revoked",
          45, "certificate expired",
          46, "certificate unknown",
          48, "unknown ca",
          116, "certificate required");

  private ClientCertificateException(String alert) {
    super(alert);
  }

  /** The exception for an alert of the server; null for other alerts. */
  static @Nullable ClientCertificateException of(int alert) {
    @Nullable String name = ALERTS.get(alert);
    return name == null ? null : new ClientCertificateException(name);
  }

  /** The same by the alert's name, which the JDK has in its message alone. */
  static @Nullable ClientCertificateException of(String alert) {
    String name = alert.replace('_', ' ');
    return ALERTS.containsValue(name) ? new ClientCertificateException(name) : null;
  }
}

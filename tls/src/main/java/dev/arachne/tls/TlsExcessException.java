package dev.arachne.tls;

import javax.net.ssl.SSLException;

/**
 * The peer sent more TLS data than its content needs. The bounds are a handshake of 128 KiB, 32
 * records in a row without content, and 1 MiB beyond twice the content. The channel is of no use
 * any more.
 */
public final class TlsExcessException extends SSLException {
  private static final long serialVersionUID = 1L;

  TlsExcessException(String message) {
    super(message);
  }
}

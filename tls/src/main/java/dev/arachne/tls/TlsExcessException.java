package dev.arachne.tls;

import javax.net.ssl.SSLException;

/**
 * The peer sent more TLS than its content needs: a handshake of more than 128 KiB, more than 32
 * records in a row without content, or 1 MiB more than twice its content. The channel is of no use
 * any more.
 */
public final class TlsExcessException extends SSLException {
  private static final long serialVersionUID = 1L;

  TlsExcessException(String message) {
    super(message);
  }
}

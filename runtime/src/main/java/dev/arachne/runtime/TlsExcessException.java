package dev.arachne.runtime;

import javax.net.ssl.SSLException;

/**
 * The peer sent more TLS than its content needs: beyond {@link TlsChannel#MAX_HANDSHAKE_BYTES},
 * {@link TlsChannel#MAX_EMPTY_RECORDS} or {@link TlsChannel#MAX_OVERHEAD_BYTES}. The channel is of
 * no use any more.
 */
public final class TlsExcessException extends SSLException {
  private static final long serialVersionUID = 1L;

  TlsExcessException(String message) {
    super(message);
  }
}

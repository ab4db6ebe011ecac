package dev.arachne.http;

/** The reason why TLS with a server failed. */
public enum TlsFault {
  /** The certificate is not valid any more. */
  EXPIRED,
  /** The certificate is not valid yet. */
  NOT_YET_VALID,
  /** The certificate is for another host. */
  WRONG_HOST,
  /** No chain of signatures leads from the certificate to a trusted authority. */
  UNTRUSTED,
  /** The server requires a client certificate, or rejects the one that it was sent. */
  CLIENT_CERTIFICATE,
  /** The connection ended during the handshake. */
  CUT,
  /** The two sides have no version or cipher in common, or the peer does not speak TLS. */
  HANDSHAKE,
  /** The server sent more TLS data than its content needs, in the handshake or after it. */
  EXCESS
}

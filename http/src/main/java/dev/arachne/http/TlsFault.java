package dev.arachne.http;

/** Why TLS with a server did not come about. */
public enum TlsFault {
  /** The certificate is not valid any more. */
  EXPIRED,
  /** The certificate is not valid yet. */
  NOT_YET_VALID,
  /** The certificate is for another host. */
  WRONG_HOST,
  /** The certificate is not signed, by whatever number of steps, by anyone trusted. */
  UNTRUSTED,
  /** The server wants a certificate of the client, or does not take the one that it was shown. */
  CLIENT_CERTIFICATE,
  /** The connection ended amid the handshake. */
  CUT,
  /** The two sides have no version or cipher in common, or the peer does not speak TLS. */
  HANDSHAKE,
  /** The server sent more of TLS than its content needs, in the handshake or after it. */
  EXCESS
}

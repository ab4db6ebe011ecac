package dev.arachne.http;

import dev.arachne.tls.TlsAgreement;

/**
 * Sees the bytes of one exchange as they cross the wire: the request as it was sent, the response
 * as it came, interim responses and chunk framing included; inside TLS, without a proxy's part.
 * Called by the coroutine that fetches, which it may let wait; the arrays are the loop's, so what
 * it wants of them it takes before it waits.
 */
public interface WireTap {

  /** An attempt begins; what was seen of one before it, on a connection found dead, is void. */
  void begin();

  /** The attempt that has begun is on a connection by TLS, on which the two sides agreed so. */
  default void secured(TlsAgreement by) {}

  /** These bytes are about to be sent. */
  void sent(byte[] bytes, int offset, int length);

  /** These bytes have come. */
  void received(byte[] bytes, int offset, int length);
}

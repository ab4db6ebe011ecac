package dev.arachne.http;

import dev.arachne.tls.TlsAgreement;

/**
 * An observer of the bytes of one exchange on the wire: the request as sent and the response as
 * received, interim responses and chunk framing included. It sees them inside TLS, without a
 * proxy's part. It is called by the fetching coroutine and may wait. The arrays are the loop's, so
 * it copies the bytes that it needs before it waits.
 */
public interface WireTap {

  /** Begins an attempt; the bytes of an attempt before it, on a connection found dead, are void. */
  void begin();

  /** Reports that the attempt uses a TLS connection with these parameters. */
  default void secured(TlsAgreement by) {}

  /** Reports bytes that are about to be sent. */
  void sent(byte[] bytes, int offset, int length);

  /** These bytes have come. */
  void received(byte[] bytes, int offset, int length);
}

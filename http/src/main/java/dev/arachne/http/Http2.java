package dev.arachne.http;

/** The choice between HTTP/2 (RFC 9113) and HTTP/1.1. */
public enum Http2 {
  /** Never. */
  OFF,
  /**
   * HTTP/2 for https origins that choose it by ALPN, unless the request has a {@link WireTap}. An
   * archive stores the bytes on the wire, and its readers cannot use those of HTTP/2.
   */
  AUTO,
  /**
   * HTTP/2 for https origins that choose it by ALPN; a {@link WireTap} sees its exchanges as text.
   */
  ALPN,
  /** HTTP/2 for all origins, http ones too, without negotiation (RFC 9113 3.3). */
  PRIOR_KNOWLEDGE
}

package dev.arachne.http;

/** When a client speaks HTTP/2 (RFC 9113). */
public enum Http2 {
  /** Never. */
  OFF,
  /**
   * To https origins that choose it by ALPN, unless the request has a {@link WireTap}: an archive
   * wants the bytes as they were on the wire, and those of HTTP/2 are no use to its readers.
   */
  AUTO,
  /** To https origins that choose it by ALPN; a tap sees its exchanges as text (see there). */
  ALPN,
  /** To all origins, http ones too, without asking (RFC 9113 3.3). */
  PRIOR_KNOWLEDGE
}

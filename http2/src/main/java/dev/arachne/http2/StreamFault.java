package dev.arachne.http2;

import dev.arachne.protocol.ResponseFault;

/** The reason why a stream ended before its response, while the connection continues. */
public sealed interface StreamFault {

  /** The response cannot be used. */
  record Unusable(ResponseFault fault) implements StreamFault {}

  /** The server broke a rule on this stream. */
  record Broken(Http2Violation rule) implements StreamFault {}

  /** The server ended the stream, by RST_STREAM. */
  record Reset(ErrorCode code) implements StreamFault {}

  /**
   * The server has not processed the request, as stated by GOAWAY, or by RST_STREAM with
   * REFUSED_STREAM or HTTP_1_1_REQUIRED. It may be sent again regardless of its method (RFC 9113
   * 8.7).
   */
  record Unprocessed(Sign sign) implements StreamFault {}

  /** The sign by which a server states that it has not processed a request. */
  enum Sign {
    /** GOAWAY names a lower stream as the last one. */
    GOAWAY,
    /** RST_STREAM with REFUSED_STREAM. */
    REFUSED_STREAM,
    /** Either of them with HTTP_1_1_REQUIRED, before a head: the request is for HTTP/1.1. */
    HTTP_1_1_REQUIRED
  }
}

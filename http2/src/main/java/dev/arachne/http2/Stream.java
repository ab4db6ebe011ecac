package dev.arachne.http2;

import dev.arachne.protocol.HttpMethod;
import org.jspecify.annotations.Nullable;

/** What a connection knows of one open stream. Confined to its connection, which has the states. */
final class Stream {

  /** How far the response has come. */
  enum Part {
    HEAD,
    BODY
  }

  final int id;
  final HttpMethod method;

  /** Bytes of the body that are taken. */
  final long largestBody;

  Part part = Part.HEAD;

  /** Whether the request has been sent to its end. */
  boolean requestEnded;

  /** Whether the response has come to its end. */
  boolean responseEnded;

  /** Bytes of the body that may be sent; below zero after a smaller setting. */
  long sendWindow;

  /** Bytes of DATA payload that may come. */
  long receiveWindow = Setting.FIRST_WINDOW;

  /** Bytes of the body that have come. */
  long bodyBytes;

  /** Bytes of the body that the head promises; -1 if it does not. */
  long expectedBytes = -1;

  /** Bytes on the wire that are not of the body: of heads, frames, padding. */
  long framingBytes;

  /** Whether the response has no body, whatever its head says. */
  boolean bodyless;

  int interimResponses;

  @Nullable StreamFault fault;

  Stream(int id, HttpMethod method, long largestBody, long sendWindow) {
    this.id = id;
    this.method = method;
    this.largestBody = largestBody;
    this.sendWindow = sendWindow;
  }
}

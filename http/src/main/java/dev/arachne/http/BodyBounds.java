package dev.arachne.http;

import dev.arachne.protocol.HttpLimits;
import java.util.OptionalLong;

/**
 * The bounds on how much of a body is received, as its request wants it. Confined to its exchange.
 */
final class BodyBounds {
  private final HttpRequest request;
  private final HttpLimits limits;
  private final Overflow overflow;

  BodyBounds(HttpRequest request, HttpLimits limits, Overflow overflow) {
    this.request = request;
    this.limits = limits;
    this.overflow = overflow;
  }

  /** The limits that a response must keep; beyond them the exchange fails. */
  static HttpLimits ofResponse(HttpRequest request, HttpLimits limits) {
    boolean isBounded =
        request.isBounded()
            || request.isCutAtLimits()
            || request.goesElsewhere()
            || request.largest() < limits.bodyBytes();
    return isBounded ? limits.withAnyBody() : limits;
  }

  /**
   * The verdict on a body by its head: {@link Completeness.Complete} if it is to be received.
   *
   * @param expected bytes of the body in this answer, or -1
   */
  Completeness announced(long expected) {
    boolean isTooLarge = expected >= 0 && isTooLarge(expected) && !request.isCutAtLargest();
    return isTooLarge
        ? new Completeness.TooLarge(OptionalLong.of(overflow.before() + expected))
        : Completeness.COMPLETE;
  }

  /**
   * The verdict on a body of which {@code bytes} have come: {@link Completeness.Complete} if more
   * of it is of use.
   */
  Completeness come(long bytes) {
    if (isTooLarge(bytes)) {
      return request.isCutAtLargest()
          ? Completeness.truncated(Completeness.Cause.TOO_LARGE)
          : new Completeness.TooLarge(OptionalLong.empty());
    }
    boolean isOverLimit = request.isCutAtLimits() && bytes > limits.bodyBytes();
    return !overflow.takes() && (bytes > request.most() || isOverLimit)
        ? Completeness.truncated(Completeness.Cause.NOT_ASKED_FOR)
        : Completeness.COMPLETE;
  }

  /** The number of the {@code bytes} received that exceed the request's bound. */
  int excess(long bytes) {
    return (int) Math.max(0, overflow.before() + bytes - request.largest());
  }

  private boolean isTooLarge(long bytes) {
    return overflow.before() + bytes > request.largest();
  }
}

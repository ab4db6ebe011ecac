package dev.arachne.crawl;

import dev.arachne.fetch.RetryAfter;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpFailure;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import java.time.Duration;
import java.util.Optional;

/** The retry policy: whether and when a URL is tried again after a failed attempt. Immutable. */
record Retries(int maxTries) {
  /** The delay before the second attempt at a URL; doubled before each further one. */
  private static final Duration FIRST_BACK_OFF = Duration.ofMillis(500);

  private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(60);

  /** Returns the disposition after an attempt that may succeed next time. */
  Disposition after(Lease lease, DropReason reason, String why) {
    return after(lease, reason, why, Duration.ZERO);
  }

  /**
   * Returns the same, with a pause of the host.
   *
   * @param pause of the host, unless this was the last attempt
   */
  Disposition after(Lease lease, DropReason reason, String why, Duration pause) {
    return isLast(lease)
        ? new Disposition.Dropped(reason, why)
        : new Disposition.Retry(backOff(lease.attempt()), why, pause);
  }

  /**
   * Returns the disposition after a refusal, status 429 or 503. The frontier decides by the lease's
   * signal whether the whole host pauses.
   */
  Disposition after(Lease lease, Disposition.Answer refusal) {
    return new Disposition.Retry(
        backOff(lease.attempt()),
        "status " + refusal.status(),
        Duration.ZERO,
        Optional.of(refusal));
  }

  /** Whether this attempt is the last one. */
  boolean isLast(Lease lease) {
    return lease.attempt() >= maxTries;
  }

  /** Whether the URL is tried again after an answer: a refusal, an ended session or a challenge. */
  boolean isToRepeat(Lease lease, RequestIdentity who, HttpResponse response) {
    return (RetryAfter.isAsked(response) && lease.attempt() < maxTries)
        || who.hasEnded(response)
        || isToAnswer(lease, who, response);
  }

  /**
   * Whether an answer has a challenge that the request did not answer. A repeated challenge is
   * answered until the attempts are used up.
   */
  boolean isToAnswer(Lease lease, RequestIdentity who, HttpResponse response) {
    boolean isFirst = who.standing() instanceof AuthState.Silent || lease.attempt() == 1;
    return (isFirst || lease.attempt() < maxTries) && who.standing().mayAnswer(response);
  }

  /** Returns the disposition after a challenge, which the next request answers. */
  Disposition afterQuestion(Disposition.Answer question) {
    return new Disposition.Retry(
        Duration.ZERO, "status " + question.status(), Duration.ZERO, Optional.of(question));
  }

  /** Returns the disposition after a failed exchange. */
  Disposition after(Lease lease, HttpFailure failure) {
    if (failure instanceof HttpFailure.StaleConnection && lease.attempt() == 1) {
      return new Disposition.Retry(Duration.ZERO, failure.text()); // Never the last attempt.
    }
    if (failure instanceof HttpFailure.NotResumed) {
      return new Disposition.Retry(Duration.ZERO, failure.text()); // The attempt before counted.
    }
    if (failure instanceof HttpFailure.NotStored) {
      return new Disposition.Dropped(DropReason.NOT_ARCHIVED, "");
    }
    return isWorthAnotherTry(failure)
        ? after(lease, DropReason.FETCH, failure.text())
        : new Disposition.Dropped(DropReason.FETCH, failure.text());
  }

  private static Duration backOff(int attempt) {
    Duration wait = FIRST_BACK_OFF.multipliedBy(1L << Math.min(attempt - 1, 10));
    return wait.compareTo(LONGEST_BACK_OFF) < 0 ? wait : LONGEST_BACK_OFF;
  }

  /** Whether the failure may be temporary. */
  private static boolean isWorthAnotherTry(HttpFailure failure) {
    return switch (failure) {
      case HttpFailure.NameUnanswered _,
          HttpFailure.ConnectionRefused _,
          HttpFailure.Unreachable _,
          HttpFailure.ClosedEarly _,
          HttpFailure.Reset _,
          HttpFailure.StreamReset _,
          HttpFailure.StaleConnection _,
          HttpFailure.ProxyRefused _,
          HttpFailure.TimedOut _ ->
          true;
      default -> false;
    };
  }
}

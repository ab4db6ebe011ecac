package dev.arachne.crawl;

import dev.arachne.fetch.RetryAfter;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpFailure;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import java.time.Duration;
import java.util.Optional;

/** Whether a URL is tried again when an attempt has failed, and when. Immutable. */
record Retries(int maxTries) {
  /** Before the second attempt at a URL; doubled before each further one. */
  private static final Duration FIRST_BACK_OFF = Duration.ofMillis(500);

  private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(60);

  /** After an attempt that may go better next time. */
  Disposition after(Lease lease, DropReason reason, String why) {
    return after(lease, reason, why, Duration.ZERO);
  }

  /**
   * The same.
   *
   * @param pause for which the host is left alone, unless the URL is given up
   */
  Disposition after(Lease lease, DropReason reason, String why, Duration pause) {
    return isLast(lease)
        ? new Disposition.Dropped(reason, why)
        : new Disposition.Retry(backOff(lease.attempt()), why, pause);
  }

  /**
   * After a refusal, status 429 or 503. The frontier knows by the lease's signal whether the whole
   * host is to rest.
   */
  Disposition after(Lease lease, Disposition.Answer refusal) {
    return new Disposition.Retry(
        backOff(lease.attempt()),
        "status " + refusal.status(),
        Duration.ZERO,
        Optional.of(refusal));
  }

  /** Whether the URL is given up if this attempt fails. */
  boolean isLast(Lease lease) {
    return lease.attempt() >= maxTries;
  }

  /** Whether an answer is a refusal after which the URL is tried again. */
  boolean isToRepeat(Lease lease, Introduction who, HttpResponse response) {
    return (RetryAfter.isAsked(response) && lease.attempt() < maxTries)
        || who.hasEnded(response)
        || isToAnswer(lease, who, response);
  }

  /**
   * Whether an answer asks for a user of whom the site was not told. What it wants to be told again
   * and again is told as often as there are tries.
   */
  boolean isToAnswer(Lease lease, Introduction who, HttpResponse response) {
    boolean isFirst = who.standing() instanceof Standing.Silent || lease.attempt() == 1;
    return (isFirst || lease.attempt() < maxTries) && who.standing().mayAnswer(response);
  }

  /** After an answer that asks for a user, who is told now. */
  Disposition afterQuestion(Disposition.Answer question) {
    return new Disposition.Retry(
        Duration.ZERO, "status " + question.status(), Duration.ZERO, Optional.of(question));
  }

  /** After an exchange that has failed. */
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

  /** Whether the network may do better next time, or the answer is bound to be the same. */
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

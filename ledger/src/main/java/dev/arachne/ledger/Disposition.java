package dev.arachne.ledger;

import java.time.Duration;
import java.util.Optional;

/** The outcome of a lease. */
public sealed interface Disposition {

  /** The answer of the server, if one came. */
  Optional<Answer> answered();

  /** Whether the host was asked, or an attempt was made at that. */
  default boolean hasAsked() {
    return !(this instanceof Dropped(DropReason reason, String _, var _))
        || (reason != DropReason.ROBOTS
            && reason != DropReason.LOGIN
            && reason != DropReason.GUESS);
  }

  /**
   * Whether the server answered that nothing has changed since the visit before (RFC 9110 15.4.5).
   */
  default boolean isUnchanged() {
    return answered().filter(answer -> answer.status() == Answer.NOT_MODIFIED).isPresent();
  }

  /** A disposition after which the URL is decided for good. */
  sealed interface Final extends Disposition {}

  /** Answered by the server. */
  record Done(Answer answer) implements Final {
    @Override
    public Optional<Answer> answered() {
      return Optional.of(answer);
    }
  }

  /** The server redirected to another URL; the target is among the discoveries. */
  record Moved(Answer answer, String target) implements Final {
    @Override
    public Optional<Answer> answered() {
      return Optional.of(answer);
    }
  }

  /**
   * Dropped, for a reason.
   *
   * @param detail the exact cause: the robots line, the error
   * @param answer the answer of the server, if one came
   */
  record Dropped(DropReason reason, String detail, Optional<Answer> answer) implements Final {
    /** Dropped without an answer. */
    public Dropped(DropReason reason, String detail) {
      this(reason, detail, Optional.empty());
    }

    @Override
    public Optional<Answer> answered() {
      return answer;
    }
  }

  /**
   * To be tried again.
   *
   * @param backOff the time until the next attempt, at least
   * @param failure why this attempt failed
   * @param pause the time for which its host is left alone altogether; zero if it need not be
   * @param answer the answer of the server, if one came
   */
  record Retry(Duration backOff, String failure, Duration pause, Optional<Answer> answer)
      implements Disposition {
    /** To be tried again, while other URLs of the host continue. */
    public Retry(Duration backOff, String failure) {
      this(backOff, failure, Duration.ZERO);
    }

    /** To be tried again without an answer. */
    public Retry(Duration backOff, String failure, Duration pause) {
      this(backOff, failure, pause, Optional.empty());
    }

    @Override
    public Optional<Answer> answered() {
      return answer;
    }
  }

  /**
   * The data of an answer that the ledger keeps.
   *
   * @param status the HTTP status code
   * @param mediaType type and subtype, lower case; empty if missing
   * @param bytes as they came over the wire, the head among them
   * @param time from the request to the end of the answer
   * @param digest of the payload; empty if it was not computed
   * @param retryAfter the value of the Retry-After field; empty without it
   * @param cut why the beginning of the body alone was kept; empty if it was not
   * @param altSvc the field of that name (RFC 7838), where its origin had not sent the same before
   */
  record Answer(
      int status,
      String mediaType,
      long bytes,
      Duration time,
      Optional<PayloadDigest> digest,
      Optional<Duration> retryAfter,
      Optional<TruncationReason> cut,
      Optional<String> altSvc) {
    private static final int NOT_MODIFIED = 304;

    /** An answer whose body was not cut. */
    public Answer(
        int status,
        String mediaType,
        long bytes,
        Duration time,
        Optional<PayloadDigest> digest,
        Optional<Duration> retryAfter) {
      this(status, mediaType, bytes, time, digest, retryAfter, Optional.empty(), Optional.empty());
    }

    /** An answer without a digest and a Retry-After. */
    public Answer(int status, String mediaType, long bytes, Duration time) {
      this(status, mediaType, bytes, time, Optional.empty(), Optional.empty());
    }
  }
}

package dev.arachne.frontier;

import java.time.Duration;
import java.util.Optional;

/** What came of a lease. */
public sealed interface Disposition {

  /** A disposition after which the URL is decided for good. */
  sealed interface Final extends Disposition {}

  /** The server answered. */
  record Done(Answer answer) implements Final {}

  /** The server answered that the resource is elsewhere; the target is among the discoveries. */
  record Moved(Answer answer, String target) implements Final {}

  /**
   * Given up, for a reason.
   *
   * @param detail what exactly decided: the robots line, the error
   * @param answer what the server had answered, if it came to that
   */
  record Dropped(DropReason reason, String detail, Optional<Answer> answer) implements Final {
    /** Given up without an answer. */
    public Dropped(DropReason reason, String detail) {
      this(reason, detail, Optional.empty());
    }
  }

  /**
   * To be tried again.
   *
   * @param backOff the time until the next attempt, at least
   * @param failure why this one did not do
   * @param pause the time for which its host is left alone altogether; zero if it need not be
   */
  record Retry(Duration backOff, String failure, Duration pause) implements Disposition {
    /** To be tried again, while other URLs of the host go on. */
    public Retry(Duration backOff, String failure) {
      this(backOff, failure, Duration.ZERO);
    }
  }

  /**
   * What the ledger keeps of an answer.
   *
   * @param status the HTTP status code
   * @param mediaType type and subtype, lower case; empty if there was none
   * @param bytes of the body as they came over the wire
   * @param time from the request to the end of the answer
   */
  record Answer(int status, String mediaType, long bytes, Duration time) {}
}

package dev.arachne.dashboard;

import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;

/** The outcome of a URL in pictures: a colour each. */
enum Outcome {
  /** Answered with a status below 300, or with 304. */
  FINE("fine"),
  /** Answered with a redirect. */
  MOVED("moved"),
  /** Answered with a status from 400 to 499. */
  BROKEN("broken"),
  /** Answered with a status of 500 or more. */
  FAULTY("faulty"),
  /** It has no usable answer. */
  FAILED("failed"),
  /** Left on purpose. */
  SKIPPED("skipped"),
  /** Not decided yet. */
  PENDING("pending");

  private static final int MOVED_FROM = 300;
  private static final int NOT_MODIFIED = 304;
  private static final int BROKEN_FROM = 400;
  private static final int FAULTY_FROM = 500;

  private final String text;

  Outcome(String text) {
    this.text = text;
  }

  /** The word for it in JSON. */
  String text() {
    return text;
  }

  static Outcome of(Disposition.Final verdict) {
    return switch (verdict) {
      case Disposition.Done(Disposition.Answer answer) -> ofStatus(answer.status());
      case Disposition.Moved _ -> MOVED;
      case Disposition.Dropped(DropReason reason, String _, var _) -> of(reason);
    };
  }

  static Outcome of(DropReason reason) {
    return reason.kind() == DropReason.Kind.SKIPPED ? SKIPPED : FAILED;
  }

  static Outcome ofStatus(int status) {
    if (status >= FAULTY_FROM) {
      return FAULTY;
    }
    if (status >= BROKEN_FROM) {
      return BROKEN;
    }
    return status >= MOVED_FROM && status != NOT_MODIFIED ? MOVED : FINE;
  }
}

package dev.arachne.cli;

import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;

/** The outcome of a URL, in the words of the lines that a crawl writes. */
enum ListedVerdict {
  FETCHED,
  REDIRECTED,
  SKIPPED,
  FAILED;

  static ListedVerdict of(Disposition.Final disposition) {
    return switch (disposition) {
      case Disposition.Done _ -> FETCHED;
      case Disposition.Moved _ -> REDIRECTED;
      case Disposition.Dropped dropped ->
          dropped.reason().kind() == DropReason.Kind.SKIPPED ? SKIPPED : FAILED;
    };
  }
}

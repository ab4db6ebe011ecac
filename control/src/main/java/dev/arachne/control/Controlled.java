package dev.arachne.control;

import dev.arachne.ledger.Change;
import dev.arachne.ledger.LedgerEntry;
import java.util.List;

/** A crawl that runs, as it is told and asked from outside. Thread-safe; its methods block. */
public interface Controlled {
  /** Makes a change; it is committed when this returns. */
  Change.Outcome change(Change change);

  /** The changes in force, in order. */
  List<LedgerEntry.Changed> changes();

  /** Where the crawl is now: an object of JSON, on one line. */
  String snapshot();
}

package dev.arachne.control;

import dev.arachne.ledger.Change;
import dev.arachne.ledger.LedgerEntry;
import java.util.List;

/** A running crawl that other processes can query and change. Thread-safe; its methods block. */
public interface Controlled {
  /** Makes a change, which is committed when this returns. */
  Change.Outcome change(Change change);

  /** The changes in force, in order. */
  List<LedgerEntry.Changed> changes();

  /** The current state: a JSON object on one line. */
  String snapshot();
}

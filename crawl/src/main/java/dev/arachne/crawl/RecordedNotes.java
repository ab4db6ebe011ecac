package dev.arachne.crawl;

import dev.arachne.fetch.ShortageException;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.VisitNote;
import dev.arachne.options.FileFailure;
import java.io.IOException;
import java.util.List;

/** The note of a recorder, to be committed with its visit. */
final class RecordedNotes {
  private RecordedNotes() {}

  /**
   * Ends a recording; returns at most one note.
   *
   * @throws ShortageException if it could not be recorded
   */
  static List<VisitNote> of(
      VisitRecorder recorder, VisitRecorder.Recording recording, List<Exchange> exchanges) {
    try {
      return recording
          .end(exchanges)
          .map(bytes -> List.of(new VisitNote(recorder.name(), bytes)))
          .orElse(List.of());
    } catch (IOException e) {
      throw new ShortageException("recorder " + recorder.name() + ": " + FileFailure.text(e));
    }
  }
}

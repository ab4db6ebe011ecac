package dev.arachne.crawl;

import dev.arachne.ledger.RenderingNote;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The result of showing a page in a browser. Immutable.
 *
 * @param html the document after its scripts have run; empty if it could not be shown
 * @param leads URLs that its scripts navigated to
 * @param requests the subresources that it requested
 * @param picture of it, a PNG as Base64; empty if none was taken
 * @param failure why it was not shown, or not completely; empty if it was
 * @param time in its tab, without the waits for its requests
 * @param errors of its scripts, the first of them
 * @param actions that were done on it
 */
record RenderResult(
    Optional<String> html,
    List<String> leads,
    RenderingNote.Requests requests,
    Optional<String> picture,
    String failure,
    Duration time,
    List<String> errors,
    List<RenderingNote.Action> actions) {
  RenderResult {
    leads = List.copyOf(leads);
    errors = List.copyOf(errors);
    actions = List.copyOf(actions);
  }
}

package dev.arachne.crawl;

import dev.arachne.browser.PageCopy;
import dev.arachne.ledger.RenderingNote;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of showing a page in a browser. Immutable.
 *
 * @param html the document after its scripts have run; empty if it could not be shown
 * @param leads URLs that its scripts navigated to
 * @param api URLs of JSON that its scripts requested, each once
 * @param requests the subresources that it requested
 * @param copies of its look, each as Base64
 * @param failure why it was not shown, or not completely; empty if it was
 * @param time in its tab, without the waits for its requests
 * @param errors of its scripts, the first of them
 * @param actions that were done on it
 */
record RenderResult(
    Optional<String> html,
    List<String> leads,
    List<String> api,
    RenderingNote.Requests requests,
    Map<PageCopy, String> copies,
    String failure,
    Duration time,
    List<String> errors,
    List<RenderingNote.Action> actions) {
  RenderResult {
    leads = List.copyOf(leads);
    api = List.copyOf(api);
    copies = Map.copyOf(copies);
    errors = List.copyOf(errors);
    actions = List.copyOf(actions);
  }
}

package dev.arachne.crawl;

import dev.arachne.ledger.Rendering;
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
 */
record Rendered(
    Optional<String> html,
    List<String> leads,
    Rendering.Requests requests,
    Optional<String> picture,
    String failure) {
  Rendered {
    leads = List.copyOf(leads);
  }
}

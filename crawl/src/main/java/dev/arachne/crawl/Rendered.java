package dev.arachne.crawl;

import dev.arachne.ledger.Rendering;
import java.util.List;
import java.util.Optional;

/**
 * What came of showing a page in a browser. Immutable.
 *
 * @param html the document as its scripts have made it; empty if it could not be shown
 * @param leads URLs to which its scripts wanted to go
 * @param requests what it asked for
 * @param picture of it, a PNG as Base64; empty if none was taken
 * @param failure why it was not shown, or not all of it; empty if it was
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

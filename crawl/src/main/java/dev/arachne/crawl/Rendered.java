package dev.arachne.crawl;

import dev.arachne.ledger.Rendering;
import java.util.List;
import java.util.Optional;

/**
 * What came of showing a page in a browser. Immutable.
 *
 * @param html the document as its scripts have made it; empty if it could not be shown
 * @param leads URLs to which its scripts wanted to go
 * @param note what is kept of that
 */
record Rendered(Optional<String> html, List<String> leads, Rendering note) {
  Rendered {
    leads = List.copyOf(leads);
  }
}

package dev.arachne.findings;

import dev.arachne.findings.UrlFacts.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The redirects from a URL, and their end.
 *
 * @param hops the URLs that redirect, the first one first
 * @param end the URL where they end; empty if the crawl does not know it, or they do not end
 * @param isLoop whether they come back to one of the hops
 */
record Redirects(List<UrlFacts> hops, Optional<UrlFacts> end, boolean isLoop) {
  /** The limit of hops; a longer chain counts as a loop. */
  private static final int MOST_HOPS = 50;

  static Redirects from(UrlFacts start, Map<String, SiteUrl> urls) {
    List<UrlFacts> hops = new ArrayList<>();
    UrlFacts at = start;
    while (at.outcome() == Outcome.REDIRECT) {
      hops.add(at);
      String target = at.target();
      if (hops.stream().anyMatch(hop -> hop.url().equals(target)) || hops.size() > MOST_HOPS) {
        return new Redirects(hops, Optional.empty(), true);
      }
      SiteUrl next = urls.get(target);
      if (next == null) {
        return new Redirects(hops, Optional.empty(), false);
      }
      at = next.facts;
    }
    return new Redirects(hops, Optional.of(at), false);
  }

  /** The redirects as people read them. */
  String text() {
    var text = new StringBuilder();
    for (UrlFacts hop : hops) {
      text.append(hop.status()).append(" to ").append(hop.target()).append(", ");
    }
    if (end.isPresent()) {
      text.append(end.get().answer().isEmpty() ? end.get().outcome().text() : end.get().answer());
    } else {
      text.append(isLoop ? "again and again" : "which the crawl has not asked");
    }
    return text.toString();
  }
}

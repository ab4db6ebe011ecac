package dev.arachne.options;

/** Whether a crawl fetches robots rules (RFC 9309) and obeys them. */
public enum RobotsPolicy {
  /** Rules are fetched once per origin, and disallowed URLs are skipped. */
  OBEY,
  /** No rules are fetched: for sites of one's own. */
  IGNORE
}

package dev.arachne.options;

/** Which captures of an archive a crawl visits. */
public enum CaptureChoice {
  /** Those of URLs to which links lead from its roots, one of each. */
  REACHED,
  /** All, and nothing else: those of a URL one after the other, a visit each. */
  ALL
}

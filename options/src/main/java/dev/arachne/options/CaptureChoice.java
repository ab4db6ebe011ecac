package dev.arachne.options;

/** The captures of an archive that a crawl visits. */
public enum CaptureChoice {
  /** One capture of each URL to which links lead from the seeds. */
  REACHED,
  /** All captures, and only these: those of a URL one after the other, a visit each. */
  ALL
}

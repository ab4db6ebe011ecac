package dev.arachne.options;

/** What to do when the directory of a crawl has a crawl in it already. */
public enum OnExisting {
  /** Go on with it if it is the same crawl; refuse if it is another. */
  RESUME,
  /** Go on with it; what has changed in the options counts from now on, and is recorded. */
  CHANGE,
  /** Throw it away and begin anew. */
  REPLACE
}

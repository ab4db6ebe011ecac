package dev.arachne.frontier;

/** What a crawl makes of URLs that bring nothing new, however many there are. */
public enum TrapPolicy {
  /** They are URLs like others. */
  IGNORE,
  /**
   * Templates of URLs are closed whose pages say what others have said, and URLs are left out that
   * differ from fetched ones only in parameters that change nothing.
   */
  CLOSE
}

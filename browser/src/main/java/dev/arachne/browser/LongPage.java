package dev.arachne.browser;

/**
 * Learns that a page takes long, every half second or so for as long as that lasts. Called on the
 * event loop of the page; its methods do not wait.
 */
public interface LongPage {
  /** Its scripts compute: they have not answered for a second. */
  default void computes() {}

  /** It has waited for replies to its requests for half a second. */
  default void waits() {}
}

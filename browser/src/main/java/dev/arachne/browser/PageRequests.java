package dev.arachne.browser;

/** Replies to the requests of a page. */
@FunctionalInterface
public interface PageRequests {
  /**
   * Replies to one request; called in a coroutine of its own, on the browser's loop, and may wait.
   * While it waits, the page's time does not run. Cancelled when the page ends.
   */
  PageReply reply(PageRequest request);
}

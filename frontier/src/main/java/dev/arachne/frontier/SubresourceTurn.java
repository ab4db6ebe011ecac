package dev.arachne.frontier;

/** The answer to a call for a turn to request a subresource. Immutable. */
public sealed interface SubresourceTurn {
  /**
   * The host may be asked now. A lease for its robots rules comes first where they are not known:
   * its holder fetches them, completes it, and calls again.
   */
  record Leased(Lease lease) implements SubresourceTurn {}

  /**
   * The host is not to be asked.
   *
   * @param why in words for people
   */
  record Denied(String why) implements SubresourceTurn {}
}

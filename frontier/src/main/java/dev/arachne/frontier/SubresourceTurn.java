package dev.arachne.frontier;

/** What comes of the wish to ask for what a page is made of. Immutable. */
public sealed interface SubresourceTurn {
  /**
   * The host may be asked now. A lease for its robots rules comes first where they are not known:
   * whoever gets it asks for them, completes it, and comes again.
   */
  record Leased(Lease lease) implements SubresourceTurn {}

  /**
   * The host is not to be asked.
   *
   * @param why in words for people
   */
  record Denied(String why) implements SubresourceTurn {}
}

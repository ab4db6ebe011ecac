package dev.arachne.options;

/** The addresses at which a crawl may reach hosts. */
public enum AddressScope {
  /**
   * Public ones; private ones for hosts of seeds that the user has named so, and for {@link
   * ConnectionOptions#fixed}.
   */
  PUBLIC,
  /** Public addresses only, except for those that seeds name. */
  PUBLIC_ONLY,
  /** Any address. */
  ANY
}

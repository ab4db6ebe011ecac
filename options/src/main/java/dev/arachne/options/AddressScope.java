package dev.arachne.options;

/** At which addresses a crawl asks hosts. */
public enum AddressScope {
  /**
   * At public ones; the hosts of roots also at private ones, where the user has named them so; and
   * wherever {@link ConnectionOptions#fixed} says.
   */
  PUBLIC,
  /** Public addresses only, except for those that seeds name. */
  PUBLIC_ONLY,
  /** At all. */
  ANY
}

package dev.arachne.options;

/** At which addresses a crawl asks hosts. */
public enum AddressScope {
  /** At public ones, and the hosts of roots where the user has named them. */
  PUBLIC,
  /** At all. */
  ANY
}

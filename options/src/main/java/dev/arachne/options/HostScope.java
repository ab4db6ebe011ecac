package dev.arachne.options;

/** Which hosts belong to a crawl, seen from the hosts of its roots. */
public enum HostScope {
  /** A root's own host, with and without a leading {@code www.}. */
  STRICT,
  /** Every host under the registrable domain of a root's host. */
  LENIENT
}

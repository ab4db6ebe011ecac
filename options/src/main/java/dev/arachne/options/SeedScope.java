package dev.arachne.options;

/**
 * Which URLs belong to a crawl, relative to its seeds. Links outside of it are skipped, unless
 * {@link ScopeOptions#domains} adds their hosts.
 */
public enum SeedScope {
  /** The seeds only, and redirect targets on their hosts. */
  PAGE,
  /** URLs on the host of a seed whose paths begin with the directory of the seed's path. */
  PREFIX,
  /** The host and port of a seed, with and without a leading {@code www.}, by http and https. */
  HOST,
  /** The host of a seed without a leading {@code www.}, and all hosts below it, on any port. */
  SUBDOMAINS,
  /** All hosts of the registrable domain of a seed's host, on any port. */
  DOMAIN,
  /** All hosts; with {@link ScopeOptions#domains}, those and the hosts of the seeds. */
  ANY
}

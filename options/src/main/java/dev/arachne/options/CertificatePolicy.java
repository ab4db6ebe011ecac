package dev.arachne.options;

/** Which certificates of servers are good enough. */
public enum CertificatePolicy {
  /** Those that an authority has signed that is trusted, for the server's name, and in time. */
  CHECK,
  /** Any certificate: the connection can be read and changed by others. */
  IGNORE
}

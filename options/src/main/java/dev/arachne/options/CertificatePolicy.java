package dev.arachne.options;

/** The certificates of servers that a crawl accepts. */
public enum CertificatePolicy {
  /** Certificates of a trusted authority, for the server's name, within their time. */
  CHECK,
  /** Any certificate: the connection can be read and changed by others. */
  IGNORE
}

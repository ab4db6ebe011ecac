package dev.arachne.export;

/** The handling of a page that names another one as its canonical URL (RFC 6596). */
public enum Duplicates {
  /** It is omitted if the other one is exported. */
  LEFT_OUT,
  /** It is exported like all others. */
  KEPT
}

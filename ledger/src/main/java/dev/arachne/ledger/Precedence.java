package dev.arachne.ledger;

/** Which URLs of a host come first among those that are equally deep, the first first. */
public enum Precedence {
  /** What is likely to lead on. */
  PAGES,
  /** What pages are made of, such as pictures. */
  PARTS
}

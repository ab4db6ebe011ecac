package dev.arachne.simulation;

/** A fault of one DNS lookup in a simulation. */
public enum DnsFault {
  /** The table answers. */
  NONE,
  /** The name has no address, regardless of the table. */
  UNKNOWN,
  /** The lookup fails. */
  FAILED,
  /** No answer ever comes. */
  UNANSWERED
}

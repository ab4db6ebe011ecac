package dev.arachne.simulation;

/** What befalls one question to the simulated name resolution. */
public enum NameFault {
  /** The table answers. */
  NONE,
  /** The name has no address, whatever the table says. */
  UNKNOWN,
  /** The names could not be asked. */
  FAILED,
  /** No answer ever comes. */
  UNANSWERED
}

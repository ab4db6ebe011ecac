package dev.arachne.frontier;

/** Which pages a frontier has asked for that are not there, to see how hosts answer for them. */
public enum Probes {
  /** None. */
  NONE,
  /** One before the first page of each shape, of a few shapes of each host. */
  BY_SHAPE
}

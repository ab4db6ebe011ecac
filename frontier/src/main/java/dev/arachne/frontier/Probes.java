package dev.arachne.frontier;

/** The absent pages that a frontier requests, to see how hosts answer for them. */
public enum Probes {
  /** No page. */
  NONE,
  /** One absent page before the first page of each shape, of a few shapes of each host. */
  BY_SHAPE
}

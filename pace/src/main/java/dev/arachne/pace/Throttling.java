package dev.arachne.pace;

/** The speed of requests to hosts, within the bounds that were given. */
public enum Throttling {
  /** As fast as each host was seen to accept. */
  ADAPTED,
  /** As fast as the bounds allow. */
  FIXED
}

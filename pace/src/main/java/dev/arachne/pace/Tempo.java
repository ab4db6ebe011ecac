package dev.arachne.pace;

/** How fast hosts are asked, below the bounds that were given. */
public enum Tempo {
  /** As fast as each host is seen to bear. */
  ADAPTED,
  /** As fast as the bounds allow. */
  FIXED
}

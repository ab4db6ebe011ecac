package dev.arachne.network;

/**
 * A {@link dev.arachne.runtime.World} with a network and names of its own, such as a simulated one.
 * In other worlds they are the machine's.
 */
public interface NetworkProvider {
  /** The network of the world's loop, which already exists. */
  Network network();

  /** The name resolution. */
  Resolver resolver();
}

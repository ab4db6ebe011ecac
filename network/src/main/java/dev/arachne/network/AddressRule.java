package dev.arachne.network;

import java.net.InetAddress;
import java.util.Set;

/**
 * The predefined policies of {@link AddressPolicy}. They are in a class: the JVM's cache has the
 * lambdas of classes, but those of interfaces are linked at each start.
 */
enum AddressRule implements AddressPolicy {
  ANY {
    @Override
    public boolean permits(String host, InetAddress address) {
      return true;
    }
  },
  PUBLIC {
    @Override
    public boolean permits(String host, InetAddress address) {
      return AddressPolicy.isPublic(address);
    }
  };

  /** A policy that permits any address for these hosts, and follows another for the rest. */
  record ButFor(AddressPolicy others, Set<String> named) implements AddressPolicy {
    @Override
    public boolean permits(String host, InetAddress address) {
      return named.contains(host) || others.permits(host, address);
    }
  }
}

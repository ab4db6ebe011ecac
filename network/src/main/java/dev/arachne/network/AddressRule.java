package dev.arachne.network;

import java.net.InetAddress;
import java.util.Set;

/**
 * The policies that {@link AddressPolicy} hands out. They are classes: the JVM's cache has the
 * lambdas of classes, and those of interfaces would be linked at each start.
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

  /** The same for all hosts but these, which may have any address. */
  record ButFor(AddressPolicy others, Set<String> named) implements AddressPolicy {
    @Override
    public boolean permits(String host, InetAddress address) {
      return named.contains(host) || others.permits(host, address);
    }
  }
}

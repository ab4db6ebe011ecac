package dev.arachne.http;

import dev.arachne.url.Origin;
import java.util.Set;

/**
 * The predefined policies of {@link PortPolicy}. They are in a class: the JVM's cache has the
 * lambdas of classes, but those of interfaces are linked at each start.
 */
enum PortRule implements PortPolicy {
  ANY {
    @Override
    public boolean permits(Origin origin) {
      return true;
    }
  },
  WEB {
    @Override
    public boolean permits(Origin origin) {
      return !BlockedPorts.PORTS.get(origin.port());
    }
  };

  /** A policy that permits any port for these origins, and follows another for the rest. */
  record ButFor(PortPolicy others, Set<Origin> named) implements PortPolicy {
    @Override
    public boolean permits(Origin origin) {
      return named.contains(origin) || others.permits(origin);
    }
  }
}

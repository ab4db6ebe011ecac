package dev.arachne.http;

import dev.arachne.url.Origin;
import java.util.Set;

/**
 * The policies that {@link PortPolicy} hands out. They are classes: the JVM's cache has the lambdas
 * of classes, and those of interfaces would be linked at each start.
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

  /** The same for all origins but these, which may have any port. */
  record ButFor(PortPolicy others, Set<Origin> named) implements PortPolicy {
    @Override
    public boolean permits(Origin origin) {
      return named.contains(origin) || others.permits(origin);
    }
  }
}

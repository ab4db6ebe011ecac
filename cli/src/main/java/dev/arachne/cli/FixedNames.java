package dev.arachne.cli;

import dev.arachne.arguments.NetworkValues.FixedAddresses;
import dev.arachne.network.Resolver;
import dev.arachne.runtime.Deadline;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/**
 * Gives hosts at certain ports the addresses that the user typed, and asks another resolver for all
 * others. A resolver is asked for a host alone, so it has to be told the port beforehand: good for
 * one fetch at a time. Confined to its loop.
 */
final class FixedNames implements Resolver {
  private final List<FixedAddresses> fixed;
  private final Resolver others;
  private int port;

  FixedNames(List<FixedAddresses> fixed, Resolver others) {
    this.fixed = fixed;
    this.others = others;
  }

  /** From now on hosts are asked for that are connected to at {@code port}. */
  void askFor(int port) {
    this.port = port;
  }

  @Override
  public List<InetAddress> resolve(String host, Deadline deadline) throws IOException {
    for (FixedAddresses each : fixed) {
      if (each.port() == port && each.host().equals(host)) {
        return each.addresses();
      }
    }
    return others.resolve(host, deadline);
  }
}

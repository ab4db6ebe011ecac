package dev.arachne.simulation;

import dev.arachne.network.Resolver;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.SoleWaiter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;

/** A table of names that answers after the network's latency, or fails as planned. */
final class SimulatedDns implements Resolver {
  private final SimulationOptions options;
  private final RandomGenerator random;
  private final Trace trace;
  private final Map<String, List<InetAddress>> table = new HashMap<>();

  SimulatedDns(SimulationOptions options, RandomGenerator random, Trace trace) {
    this.options = options;
    this.random = random;
    this.trace = trace;
  }

  void put(String host, List<InetAddress> addresses) {
    table.put(host.toLowerCase(Locale.ROOT), addresses);
  }

  @Override
  public List<InetAddress> resolve(String host, Deadline deadline) throws IOException {
    try {
      return List.of(InetAddress.ofLiteral(host));
    } catch (IllegalArgumentException _) {
      return ask(host, deadline);
    }
  }

  private List<InetAddress> ask(String host, Deadline deadline) throws IOException {
    EventLoop loop = EventLoop.current();
    DnsFault fault = options.faults().name(host, random);
    trace.event("ask", host, fault.ordinal());
    var asker = new SoleWaiter(loop);
    if (fault != DnsFault.UNANSWERED) {
      loop.after(options.latency().draw(random).multipliedBy(2), asker::wake);
    }
    asker.await("the addresses of " + host, deadline);
    if (fault == DnsFault.FAILED) {
      throw new IOException("the names could not be asked for " + host);
    }
    List<InetAddress> addresses = table.getOrDefault(host.toLowerCase(Locale.ROOT), List.of());
    if (fault == DnsFault.UNKNOWN || addresses.isEmpty()) {
      throw new UnknownHostException(host);
    }
    return addresses;
  }

  @Override
  public String toString() {
    return "simulated names";
  }
}

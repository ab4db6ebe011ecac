package dev.arachne.simulation;

import dev.arachne.network.Channel;
import dev.arachne.network.Listener;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.SoleWaiter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;

/** The listener of a simulated server. Confined to its loop. */
final class SimulatedListener implements Listener {
  private final SimulatedNetwork network;
  private final InetSocketAddress address;
  private final int backlog;
  private final ArrayDeque<SimulatedChannel> arrived = new ArrayDeque<>();
  private final SoleWaiter acceptor;
  private boolean open = true;

  SimulatedListener(SimulatedNetwork network, InetSocketAddress address, int backlog) {
    this.network = network;
    this.acceptor = new SoleWaiter(network.loop());
    this.address = address;
    this.backlog = Math.max(1, backlog);
  }

  /** Lines up a connection to be accepted; false when the line is full. */
  boolean offer(SimulatedChannel server) {
    if (arrived.size() >= backlog) {
      return false;
    }
    arrived.add(server);
    acceptor.wake();
    return true;
  }

  @Override
  public Channel accept(Deadline deadline) throws IOException {
    acceptor.requireNone("accept at", this);
    while (open) {
      SimulatedChannel next = arrived.poll();
      if (next != null) {
        return next;
      }
      acceptor.await(this, deadline);
    }
    throw new ClosedChannelException();
  }

  @Override
  public InetSocketAddress address() {
    return address;
  }

  /** Resets the connections that were not accepted, as a system does. */
  @Override
  public void close() {
    if (open) {
      open = false;
      network.unbind(this);
      arrived.forEach(SimulatedChannel::abort);
      arrived.clear();
      acceptor.wake();
    }
  }

  @Override
  public String toString() {
    return "listener " + address;
  }
}

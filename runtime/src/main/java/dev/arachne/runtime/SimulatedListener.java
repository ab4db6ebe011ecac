package dev.arachne.runtime;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Where a simulated server takes connections. Confined to its loop. */
final class SimulatedListener implements Listener {
  private final SimulatedNetwork network;
  private final InetSocketAddress address;
  private final int backlog;
  private final ArrayDeque<SimulatedChannel> arrived = new ArrayDeque<>();
  private @Nullable Waiter acceptor;
  private boolean open = true;

  SimulatedListener(SimulatedNetwork network, InetSocketAddress address, int backlog) {
    this.network = network;
    this.address = address;
    this.backlog = Math.max(1, backlog);
  }

  /** Lines up a connection to be accepted; false when the line is full. */
  boolean offer(SimulatedChannel server) {
    if (arrived.size() >= backlog) {
      return false;
    }
    arrived.add(server);
    Waiter.wakeIfAny(acceptor);
    return true;
  }

  @Override
  public Channel accept(Deadline deadline) throws IOException {
    if (acceptor != null) {
      throw new IllegalStateException("two coroutines accept at " + this);
    }
    while (open) {
      SimulatedChannel next = arrived.poll();
      if (next != null) {
        return next;
      }
      acceptor = network.loop().coroutine().newWaiter(this);
      try {
        acceptor.await(deadline);
      } finally {
        acceptor = null;
      }
    }
    throw new ClosedChannelException();
  }

  @Override
  public InetSocketAddress address() {
    return address;
  }

  /** Those who came and were not accepted are reset, as by a system. */
  @Override
  public void close() {
    if (open) {
      open = false;
      network.unbind(this);
      arrived.forEach(SimulatedChannel::abort);
      arrived.clear();
      Waiter.wakeIfAny(acceptor);
    }
  }

  @Override
  public String toString() {
    return "listener " + address;
  }
}

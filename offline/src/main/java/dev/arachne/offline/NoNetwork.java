package dev.arachne.offline;

import dev.arachne.network.Channel;
import dev.arachne.network.Listener;
import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.Poller;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The network of an offline world, in which nothing is reachable, and the poller that advances its
 * time: if no event is ready, the clock jumps to the next timer. Confined to its event loop, except
 * {@link #wakeup}.
 *
 * <p>Other threads may send requests to the loop, for example for the progress of a crawl. That
 * neither moves the clock nor changes the order of events.
 */
final class NoNetwork implements Poller, Network {
  private static final String WHY = "there is no network: answers come from an archive";

  private final VirtualTime time;
  private volatile @Nullable Thread poller;
  private volatile boolean isWoken;

  NoNetwork(VirtualTime time) {
    this.time = time;
  }

  @Override
  public void poll(long nanos) {
    if (nanos == Long.MAX_VALUE) {
      poller = Thread.currentThread();
      while (!isWoken) {
        LockSupport.park(this); // Without a timer only another thread can bring work.
      }
    } else if (!isWoken) {
      time.advance(nanos);
    }
    isWoken = false;
  }

  @Override
  public void wakeup() {
    isWoken = true;
    LockSupport.unpark(poller);
  }

  @Override
  public Channel connect(InetSocketAddress to, Optional<InetAddress> from, Deadline deadline)
      throws IOException {
    throw new IOException(WHY);
  }

  @Override
  public Listener listen(InetSocketAddress at, int backlog) throws IOException {
    throw new IOException(WHY);
  }

  @Override
  public void close() {}
}

package dev.arachne.network;

import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.runtime.Timer;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Connects to the address of a host that answers first (RFC 8305). Attempts start one after another
 * with a head start, or at once after a failure; the address families alternate. Confined to its
 * coroutine's loop; used once.
 */
public final class HappyEyeballs {

  /** The head start of an attempt (RFC 8305 section 8). */
  static final Duration HEAD_START = Duration.ofMillis(250);

  private final EventLoop loop = EventLoop.current();
  private final Iterator<InetSocketAddress> addresses;
  private final Optional<InetAddress> from;
  private final Deadline deadline;
  private final Promise<Channel> first;
  private final List<Task<?>> attempts = new ArrayList<>();
  private int running;
  private @Nullable Timer nextStart;
  private @Nullable Exception failure;

  private HappyEyeballs(
      List<InetSocketAddress> addresses, Optional<InetAddress> from, Deadline deadline) {
    this.addresses = addresses.iterator();
    this.from = from;
    this.deadline = deadline;
    this.first = new Promise<>(loop, "a connection to one of " + addresses);
  }

  /**
   * The first connection that succeeds.
   *
   * @param addresses at least one, in the order of preference
   * @param from the local address to use; empty for the default. Only addresses of its family are
   *     tried, if there are any
   * @throws IOException the failure of the first failed attempt, if all failed; a {@link
   *     LocalShortageException} if there was one
   * @throws DeadlineException if the deadline passed first
   */
  public static Channel connect(
      List<InetAddress> addresses, int port, Optional<InetAddress> from, Deadline deadline)
      throws IOException {
    List<InetSocketAddress> order = new ArrayList<>();
    for (InetAddress address : alternating(reachable(addresses, from))) {
      order.add(new InetSocketAddress(address, port));
    }
    if (order.size() == 1) {
      return Network.of(EventLoop.current()).connect(order.getFirst(), from, deadline);
    }
    return new HappyEyeballs(order, from, deadline).race();
  }

  private static List<InetAddress> reachable(
      List<InetAddress> addresses, Optional<InetAddress> from) {
    if (from.isEmpty()) {
      return addresses;
    }
    boolean isSix = from.get() instanceof Inet6Address;
    List<InetAddress> same =
        addresses.stream().filter(address -> address instanceof Inet6Address == isSix).toList();
    return same.isEmpty() ? addresses : same;
  }

  /**
   * The order of the attempts: the family of the first address begins, then the families alternate.
   */
  static List<InetAddress> alternating(List<InetAddress> addresses) {
    var sixes = new ArrayList<>(addresses.stream().filter(Inet6Address.class::isInstance).toList());
    var fours = new ArrayList<>(addresses);
    fours.removeAll(sixes);
    boolean six = addresses.getFirst() instanceof Inet6Address;
    var order = new ArrayList<InetAddress>();
    while (!sixes.isEmpty() || !fours.isEmpty()) {
      var turn = (six && !sixes.isEmpty()) || fours.isEmpty() ? sixes : fours;
      order.add(turn.removeFirst());
      six = !six;
    }
    return order;
  }

  private Channel race() throws IOException {
    start();
    try {
      return first.await(deadline);
    } catch (TaskFailedException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw e;
    } catch (DeadlineException | CancelledException e) {
      first.onDone(() -> closeUnwanted());
      throw e;
    } finally {
      cancelStart();
      first.cancel();
      attempts.forEach(Task::cancel);
    }
  }

  /** Begins the next attempt and sets the time of the one after it. */
  private void start() {
    cancelStart();
    if (first.isDone() || !addresses.hasNext()) {
      return;
    }
    InetSocketAddress address = addresses.next();
    running++;
    attempts.add(loop.spawn("connect to " + address, () -> attempt(address)));
    if (addresses.hasNext()) {
      nextStart = loop.after(HEAD_START, this::start);
    }
  }

  private @Nullable Void attempt(InetSocketAddress address) {
    try {
      Channel channel = Network.of(loop).connect(address, from, deadline);
      if (!first.complete(channel)) {
        channel.close();
      }
    } catch (IOException | DeadlineException e) {
      failed(e);
    } finally {
      running--;
    }
    return null;
  }

  private void failed(Exception e) {
    // A local shortage means that not all addresses were tried.
    if (failure == null || e instanceof LocalShortageException) {
      failure = e;
    }
    if (addresses.hasNext()) {
      start();
    } else if (running == 1) {
      first.fail(failure);
    }
  }

  /** Closes a connection that succeeded at the moment at which the wait ended. */
  private void closeUnwanted() {
    if (!first.isCancelled() && first.failure() == null) {
      first.await().close();
    }
  }

  private void cancelStart() {
    if (nextStart != null) {
      nextStart.cancel();
      nextStart = null;
    }
  }
}

package dev.arachne.simulation;

import dev.arachne.network.Channel;
import dev.arachne.network.Listener;
import dev.arachne.network.Network;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Poller;
import dev.arachne.runtime.SoleWaiter;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * The network of a simulation, which also advances the time there. Every address is local: a
 * program listens at the addresses of the servers that it plays and connects to them as a client.
 * All that happens is an event with a time; when nothing is ready, the clock jumps to the next one.
 * Confined to its loop.
 */
final class SimulatedNetwork implements Poller, Network {
  /** The time of a turn in which something was ready. */
  private static final long TURN_NANOS = 1_000;

  /**
   * The time after which a client retries at a listener whose backlog is full; it doubles at each
   * retry.
   */
  private static final Duration FIRST_RETRY = Duration.ofSeconds(1);

  /** The address of clients: one of TEST-NET-1 (RFC 5737), which is not assigned. */
  private static final InetAddress CLIENT = InetAddress.ofLiteral("192.0.2.254");

  private static final int FIRST_FREE_PORT = 49_152;
  private static final int PORTS = 65_536;

  private final EventLoop loop;
  private final SimulatedTime time;
  private final SimulationOptions options;
  private final SplittableRandom random;
  private final Trace trace;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
  private final Map<InetSocketAddress, SimulatedListener> listeners = new HashMap<>();
  private int nextPort = FIRST_FREE_PORT;
  private long connections;
  private long eventsSoFar;
  private boolean limitReported;
  private volatile boolean wokenUp;

  /** Something that will happen. */
  private record Event(long at, long number, Runnable happening) {}

  /** A client that waits for an answer to its first packet. */
  private static final class ConnectAttempt {
    final SimulatedWire wire;
    final InetSocketAddress to;
    final SoleWaiter client;
    boolean refused;

    ConnectAttempt(SimulatedWire wire, InetSocketAddress to, EventLoop loop) {
      this.wire = wire;
      this.to = to;
      this.client = new SoleWaiter(loop);
    }
  }

  SimulatedNetwork(
      EventLoop loop,
      SimulatedTime time,
      SimulationOptions options,
      SplittableRandom random,
      Trace trace) {
    this.loop = loop;
    this.time = time;
    this.options = options;
    this.random = random;
    this.trace = trace;
  }

  EventLoop loop() {
    return loop;
  }

  SplittableRandom random() {
    return random;
  }

  Trace trace() {
    return trace;
  }

  /**
   * Schedules {@code happening} at {@code when}, behind the events that are scheduled for that time
   * already.
   */
  void at(long when, Runnable happening) {
    events.add(new Event(Math.max(when, time.nanos()), eventsSoFar++, happening));
  }

  @Override
  public void poll(long nanos) {
    long now = time.nanos();
    if (nanos == 0) {
      time.advanceTo(now + TURN_NANOS);
    } else if (!wokenUp) {
      long idle = Math.min(nanos, untilNextEvent(now));
      if (idle == Long.MAX_VALUE) {
        throw new DeadlockException("deadlock: nothing is ready, due or under way", loop.dump());
      }
      time.advanceTo(now + idle);
    }
    wokenUp = false;
    if (!limitReported && time.nanos() > options.limit().toNanos()) {
      limitReported = true;
      throw new DeadlockException(
          "the run has not ended within " + options.limit() + " of virtual time", loop.dump());
    }
    while (untilNextEvent(time.nanos()) == 0) {
      events.remove().happening().run();
    }
  }

  /** Nanoseconds from {@code now} to the next event; {@link Long#MAX_VALUE} without one. */
  private long untilNextEvent(long now) {
    Event next = events.peek();
    return next == null ? Long.MAX_VALUE : Math.max(0, next.at() - now);
  }

  @Override
  public void wakeup() {
    wokenUp = true;
  }

  @Override
  public Channel connect(InetSocketAddress to, Optional<InetAddress> from, Deadline deadline)
      throws IOException {
    if (to.isUnresolved()) {
      throw new UnresolvedAddressException();
    }
    SimulatedWire wire = newWire(to, from.orElse(CLIENT));
    var attempt = new ConnectAttempt(wire, to, loop);
    if (!(wire.fault() instanceof Fault.BlackHole)) {
      at(time.nanos() + wire.latency(), () -> deliverSyn(attempt, FIRST_RETRY));
    }
    try {
      attempt.client.await("connect on " + wire, deadline);
    } catch (DeadlineException | CancelledException e) {
      wire.client().close();
      throw e;
    }
    if (attempt.refused) {
      throw new ConnectException("connection refused: " + to);
    }
    return wire.client();
  }

  private SimulatedWire newWire(InetSocketAddress to, InetAddress client) {
    var from = new InetSocketAddress(client, freePort());
    long latency = options.latency().draw(random).toNanos();
    Fault fault = options.faults().connection(to, random);
    var wire =
        new SimulatedWire(
            this, time, ++connections, from, to, latency, options.bytesPerSecond(), fault);
    trace.event("connect", wire.toString(), fault.toString().hashCode());
    return wire;
  }

  private int freePort() {
    int port = nextPort++;
    if (nextPort == PORTS) {
      nextPort = FIRST_FREE_PORT;
    }
    return port;
  }

  /** Handles the client's first packet at the server's address. */
  private void deliverSyn(ConnectAttempt attempt, Duration retry) {
    if (!attempt.wire.client().isOpen()) {
      return;
    }
    long answered = time.nanos() + attempt.wire.latency();
    SimulatedListener listener = listeners.get(attempt.to);
    if (listener == null || attempt.wire.fault() instanceof Fault.Refused) {
      at(answered, () -> answer(attempt, "refused"));
    } else if (listener.offer(attempt.wire.server())) {
      at(answered, () -> answer(attempt, "connected"));
    } else {
      at(time.nanos() + retry.toNanos(), () -> deliverSyn(attempt, retry.multipliedBy(2)));
    }
  }

  private void answer(ConnectAttempt attempt, String how) {
    trace.event(how, attempt.wire.toString(), 0);
    attempt.refused = how.equals("refused");
    attempt.client.wake();
  }

  @Override
  public Listener listen(InetSocketAddress at, int backlog) throws IOException {
    InetSocketAddress address =
        at.getPort() == 0 ? new InetSocketAddress(at.getAddress(), freePort()) : at;
    var listener = new SimulatedListener(this, address, backlog);
    if (listeners.putIfAbsent(address, listener) != null) {
      throw new BindException("address in use: " + address);
    }
    return listener;
  }

  void unbind(SimulatedListener listener) {
    listeners.remove(listener.address(), listener);
  }

  @Override
  public void close() {
    listeners.clear();
  }

  @Override
  public String toString() {
    return "a simulated network";
  }
}

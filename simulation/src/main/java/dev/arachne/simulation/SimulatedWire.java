package dev.arachne.simulation;

import dev.arachne.runtime.TimeSource;
import java.net.InetSocketAddress;
import java.util.Arrays;

/**
 * The wire between the two ends of a simulated connection. It carries bytes in order, late, at its
 * bandwidth, in pieces of any size, until its fault strikes. Confined to its loop.
 *
 * <p>Either direction keeps its order: bytes arrive no earlier than those sent before them.
 * Directions and connections are independent, so among them everything may be reordered.
 */
final class SimulatedWire {
  /** The usual largest piece in which bytes arrive. */
  private static final int PIECE_BYTES = 16 * 1024;

  /** One piece in this many is cut short at random, so that readers meet every boundary. */
  private static final int SHORT_PIECES = 4;

  private static final int SHORT_PIECE_BYTES = 1460;

  /** A piece is late by at most this part of the latency. */
  private static final int JITTER = 8;

  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final SimulatedNetwork network;
  private final TimeSource time;
  private final String name;
  private final long latency;
  private final long bytesPerSecond;
  private final Fault fault;
  private final SimulatedChannel client;
  private final SimulatedChannel server;

  /** Bytes sent up to now, both ways. */
  private long sent;

  /** Whether the fault has struck: bytes do not pass any more. */
  private boolean broken;

  SimulatedWire(
      SimulatedNetwork network,
      TimeSource time,
      long number,
      InetSocketAddress from,
      InetSocketAddress to,
      long latency,
      long bytesPerSecond,
      Fault fault) {
    this.network = network;
    this.time = time;
    this.name =
        "connection " + number + " to " + to.getAddress().getHostAddress() + ":" + to.getPort();
    this.latency = latency;
    this.bytesPerSecond = bytesPerSecond;
    this.fault = fault;
    this.client = new SimulatedChannel(this, network.loop(), to, "client of " + name);
    this.server = new SimulatedChannel(this, network.loop(), from, "server of " + name);
  }

  long latency() {
    return latency;
  }

  Fault fault() {
    return fault;
  }

  SimulatedChannel client() {
    return client;
  }

  SimulatedChannel server() {
    return server;
  }

  SimulatedChannel otherEnd(SimulatedChannel end) {
    return end == client ? server : client;
  }

  /** The number of bytes that travel together, of {@code bytes} bytes. */
  int pieceOf(int bytes) {
    if (fault instanceof Fault.Drip) {
      return 1;
    }
    int usual = Math.min(bytes, PIECE_BYTES);
    return network.random().nextInt(SHORT_PIECES) == 0
        ? network.random().nextInt(1, Math.min(usual, SHORT_PIECE_BYTES) + 1)
        : usual;
  }

  /** Carries {@code piece} from {@code sender} to the other end, if it gets there. */
  void carry(SimulatedChannel sender, byte[] piece) {
    if (broken) {
      return;
    }
    long before = fault.afterBytes() - sent;
    sent += piece.length;
    if (piece.length < before) {
      deliver(sender, piece);
    } else {
      deliver(sender, Arrays.copyOf(piece, (int) before));
      strike(sender);
    }
  }

  private void deliver(SimulatedChannel sender, byte[] piece) {
    SimulatedChannel receiver = otherEnd(sender);
    sender.departure = Math.max(sender.departure, time.nanos()) + transmission(piece.length);
    long jitter = latency == 0 ? 0 : network.random().nextLong(latency / JITTER + 1);
    inOrder(
        sender,
        sender.departure + latency + jitter,
        () -> {
          note("bytes", receiver, Arrays.hashCode(piece));
          receiver.arrive(piece);
        });
  }

  private long transmission(int bytes) {
    return fault instanceof Fault.Drip drip
        ? bytes * drip.perByte().toNanos()
        : bytes * NANOS_PER_SECOND / bytesPerSecond;
  }

  private void strike(SimulatedChannel sender) {
    broken = true;
    for (SimulatedChannel end : new SimulatedChannel[] {otherEnd(sender), sender}) {
      switch (fault) {
        case Fault.Reset _ -> after(otherEnd(end), "reset", end::reset);
        case Fault.Cut _ -> after(otherEnd(end), "cut", end::cutOff);
        case Fault.HalfOpen _, Fault.Drip _, Fault.None _, Fault.Refused _, Fault.BlackHole _ -> {}
      }
    }
  }

  /** Passes the end of {@code sender}'s stream to the other end. */
  void end(SimulatedChannel sender) {
    if (!broken) {
      after(sender, "end", otherEnd(sender)::end);
    }
  }

  /** Resets the connection: {@code sender} has closed it. */
  void reset(SimulatedChannel sender) {
    if (!broken) {
      after(sender, "reset", otherEnd(sender)::reset);
    }
  }

  /** Schedules an event for the other end, behind all bytes that {@code sender} has sent. */
  private void after(SimulatedChannel sender, String what, Runnable happening) {
    inOrder(
        sender,
        time.nanos() + latency,
        () -> {
          note(what, otherEnd(sender), 0);
          happening.run();
        });
  }

  private void inOrder(SimulatedChannel sender, long when, Runnable happening) {
    sender.arrival = Math.max(sender.arrival, when);
    network.at(sender.arrival, happening);
  }

  private void note(String what, SimulatedChannel receiver, long detail) {
    network.trace().event(what, receiver.toString(), detail);
  }

  @Override
  public String toString() {
    return name;
  }
}

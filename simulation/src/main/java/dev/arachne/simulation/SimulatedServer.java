package dev.arachne.simulation;

import dev.arachne.network.Channel;
import dev.arachne.network.Listener;
import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.testkit.RequestParser;
import dev.arachne.testkit.Script;
import dev.arachne.testkit.Step;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A server of one scripted site in a {@link Simulation}: coroutines of the loop on which its
 * clients run. It listens at any number of addresses and speaks plain HTTP/1.1. Most tests use a
 * {@link SimulatedWeb}, which starts one. On a loop of the real world it serves as well, over
 * sockets, but cannot reset a connection. Confined to its event loop.
 */
public final class SimulatedServer {
  private static final int BACKLOG = 1_000;
  private static final int READ_BYTES = 4_096;

  private final TestSite site;
  private final List<SimulatedRequest> requests = new ArrayList<>();

  /** The number of requests by host name and target. */
  private final Map<String, Integer> asks = new HashMap<>();

  private Optional<Throwable> failure = Optional.empty();
  private int connections;
  private int peak;

  /** A server of {@code site} that does not listen yet. */
  public SimulatedServer(TestSite site) {
    this.site = site;
  }

  /**
   * Listens at {@code address} until the returned listener is closed; open connections stay then.
   *
   * @throws java.net.BindException if another server listens there
   */
  public Listener listen(InetSocketAddress address) throws IOException {
    EventLoop loop = EventLoop.current();
    Listener listener = Network.of(loop).listen(address, BACKLOG);
    loop.spawn("server " + address, () -> accept(listener));
    return listener;
  }

  /** All requests up to now, in the order in which they came. */
  public List<SimulatedRequest> requests() {
    return Collections.unmodifiableList(requests);
  }

  /** The targets of all requests up to now, in the order in which they came. */
  public List<String> targets() {
    return requests.stream().map(SimulatedRequest::target).toList();
  }

  /** How many connections are open. */
  public int connections() {
    return connections;
  }

  /**
   * How many connections were open at once at most. A connection counts from its first bytes on:
   * those that had ended before it was opened are known to have by then.
   */
  public int peakConnections() {
    return peak;
  }

  /** The first exception of the site or one of its scripts; empty without one. */
  public Optional<Throwable> failure() {
    return failure;
  }

  private boolean accept(Listener listener) throws IOException {
    EventLoop loop = EventLoop.current();
    try {
      while (true) {
        Channel channel = listener.accept(Deadline.NEVER);
        loop.spawn("connection", () -> serve(channel));
      }
    } catch (ClosedChannelException e) {
      return true; // It has listened for long enough.
    }
  }

  private boolean serve(Channel channel) {
    var parser = new RequestParser();
    ByteBuffer arrivals = ByteBuffer.allocate(READ_BYTES);
    connections++;
    try (channel) {
      while (true) {
        channel.awaitReadable(Deadline.NEVER);
        peak = Math.max(peak, connections);
        int count = channel.read(arrivals.clear());
        if (count < 0) {
          return true;
        }
        parser.feed(arrivals.array(), count);
        for (Optional<TestRequest> next = parser.next(); next.isPresent(); next = parser.next()) {
          if (!answer(log(next.get()), channel)) {
            return true;
          }
        }
      }
    } catch (IOException e) {
      return false; // The client, or a fault, ended the connection.
    } finally {
      connections--;
    }
  }

  private TestRequest log(TestRequest request) {
    int ask = asks.merge(request.hostName() + ' ' + request.target(), 1, Integer::sum);
    TestRequest asked = request.asked(ask);
    var at = Duration.ofNanos(EventLoop.current().time().nanos());
    requests.add(new SimulatedRequest(at, asked));
    return asked;
  }

  /** Whether the connection stays open for another request. */
  private boolean answer(TestRequest request, Channel channel) throws IOException {
    try {
      return play(site.reply(request).play(request), channel);
    } catch (RuntimeException | AssertionError e) {
      if (failure.isEmpty()) {
        failure = Optional.of(e);
      }
      return false;
    }
  }

  private static boolean play(Script script, Channel channel) throws IOException {
    for (Step step = script.next(); step != null; step = script.next()) {
      switch (step) {
        case Step.Send(byte[] bytes) -> channel.write(ByteBuffer.wrap(bytes), Deadline.NEVER);
        case Step.Pause(var pause) -> EventLoop.sleep(pause);
        case Step.Hang _ -> {
          channel.awaitReadable(Deadline.NEVER);
          return false;
        }
        case Step.Close _ -> {
          return false;
        }
        case Step.Reset _ -> {
          Simulation.reset(channel);
          return false;
        }
      }
    }
    return true;
  }
}

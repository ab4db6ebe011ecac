package dev.arachne.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.network.Channel;
import dev.arachne.network.Listener;
import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.testkit.RandomSeeds;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SimulatedNetworkTest {
  private static final InetSocketAddress SERVER = new InetSocketAddress("198.51.100.1", 80);
  private static final Duration LATENCY = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final SimulationOptions FAULT_FREE =
      SimulationOptions.FAULT_FREE.withLatency(Latency.fixed(LATENCY));

  /** What one end of a connection does; what it returns is the test's to look at. */
  private interface Side<T> {
    T talk(Channel channel) throws Exception;
  }

  private static <T> T converse(SimulationOptions options, Side<T> client, Side<?> server) {
    return converse(1, options, client, server);
  }

  /** Runs both sides to their ends; returns what the client made of it. */
  private static <T> T converse(
      long seed, SimulationOptions options, Side<T> client, Side<?> server) {
    return EventLoop.run(
        Simulation.of(seed, options),
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(SERVER, 10)) {
            Task<?> serving =
                loop.spawn(
                    "server",
                    () -> {
                      try (Channel channel = listener.accept(Deadline.NEVER)) {
                        return server.talk(channel);
                      }
                    });
            T result;
            try (Channel channel = Network.of(loop).connect(SERVER, loop.deadline(PATIENCE))) {
              result = client.talk(channel);
            }
            serving.await();
            return result;
          }
        });
  }

  private static SimulationOptions with(Fault fault) {
    return FAULT_FREE.withFaults((_, _) -> fault);
  }

  private static ByteBuffer readAll(Channel channel) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(2_000_000);
    while (channel.read(all) >= 0) {
      channel.awaitReadable(EventLoop.current().deadline(PATIENCE));
    }
    return all.flip();
  }

  /** Reads to the end or a failure: how many bytes came, and what ended them. */
  private static String readWhatComes(Channel channel) {
    ByteBuffer all = ByteBuffer.allocate(2_000_000);
    try {
      while (channel.read(all) >= 0) {
        channel.awaitReadable(EventLoop.current().deadline(PATIENCE));
      }
      return all.position() + " end";
    } catch (IOException | DeadlineException e) {
      return all.position() + " " + e.getClass().getSimpleName();
    }
  }

  private static Object send(Channel channel, int size) throws IOException {
    try {
      channel.write(ByteBuffer.allocate(size), EventLoop.current().deadline(PATIENCE));
      channel.shutdownOutput();
      return "sent";
    } catch (SocketException | DeadlineException e) {
      return e;
    }
  }

  @Test
  void writtenBytesArriveInAnySegments() {
    byte[] sent = new byte[300_000];
    new Random(1).nextBytes(sent);
    RandomSeeds.forEach(
        20,
        seed ->
            assertEquals(
                ByteBuffer.wrap(sent),
                converse(
                    seed,
                    FAULT_FREE,
                    SimulatedNetworkTest::readAll,
                    channel -> {
                      channel.write(ByteBuffer.wrap(sent), Deadline.NEVER);
                      return null;
                    })));
  }

  @Test
  void theNetworkTakesItsLatencyAndItsBandwidth() {
    Duration taken =
        converse(
            FAULT_FREE.withBytesPerSecond(1_000),
            channel -> {
              long begun = EventLoop.current().time().nanos();
              readAll(channel);
              return Duration.ofNanos(EventLoop.current().time().nanos() - begun);
            },
            channel -> send(channel, 60_000));
    assertTrue(taken.compareTo(Duration.ofSeconds(60)) >= 0, taken.toString());
    assertTrue(taken.compareTo(Duration.ofSeconds(61)) < 0, taken.toString());
  }

  @Test
  void connectingTakesARoundTrip() {
    EventLoop.run(
        Simulation.of(1, FAULT_FREE),
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(SERVER, 1)) {
            assertEquals(SERVER, listener.address());
            long begun = loop.time().nanos();
            Network.of(loop).connect(SERVER, Deadline.NEVER).close();
            assertEquals(2 * LATENCY.toMillis(), (loop.time().nanos() - begun) / 1_000_000, 1);
          }
          return null;
        });
  }

  @Test
  void aWriterWaitsForASlowReader() {
    converse(
        FAULT_FREE,
        channel -> {
          EventLoop.sleep(Duration.ofMinutes(1));
          assertEquals(1_000_000, readAll(channel).remaining());
          return null;
        },
        channel -> {
          long begun = EventLoop.current().time().nanos();
          channel.write(ByteBuffer.allocate(1_000_000), Deadline.NEVER);
          long ended = EventLoop.current().time().nanos();
          assertTrue(ended - begun > Duration.ofSeconds(59).toNanos());
          return null;
        });
  }

  @Test
  void oneDirectionMayEndBeforeTheOther() {
    assertEquals(
        ByteBuffer.allocate(5),
        converse(
            FAULT_FREE,
            channel -> {
              channel.shutdownOutput();
              assertThrows(
                  ClosedChannelException.class,
                  () -> channel.write(ByteBuffer.allocate(1), Deadline.NEVER));
              return readAll(channel);
            },
            channel -> {
              assertEquals(0, readAll(channel).remaining());
              return send(channel, 5);
            }));
  }

  @Test
  void aClosedPortIsAConnectException() {
    EventLoop.run(
        Simulation.of(1, FAULT_FREE),
        "main",
        () -> {
          Network network = Network.of(EventLoop.current());
          assertThrows(ConnectException.class, () -> network.connect(SERVER, Deadline.NEVER));
          return null;
        });
  }

  @Test
  void anAddressIsListenedAtOnce() {
    EventLoop.run(
        Simulation.of(1, FAULT_FREE),
        "main",
        () -> {
          Network network = Network.of(EventLoop.current());
          Listener first = network.listen(SERVER, 1);
          assertThrows(BindException.class, () -> network.listen(SERVER, 1));
          first.close();
          network.listen(SERVER, 1).close();
          return null;
        });
  }

  @Test
  void aClientOfAFullListenerKnocksUntilThereIsRoom() {
    EventLoop.run(
        Simulation.of(1, FAULT_FREE),
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(SERVER, 1);
              Channel first = Network.of(loop).connect(SERVER, Deadline.NEVER)) {
            assertThrows(
                DeadlineException.class,
                () -> Network.of(loop).connect(SERVER, loop.deadline(Duration.ofSeconds(10))));
            Task<Channel> second =
                loop.spawn("second", () -> Network.of(loop).connect(SERVER, Deadline.NEVER));
            EventLoop.sleep(Duration.ofSeconds(2));
            assertFalse(second.isDone());
            listener.accept(Deadline.NEVER).close();
            second.await().close();
            assertTrue(first.isOpen());
          }
          return null;
        });
  }

  @Test
  void closingAListenerEndsAcceptAndResetsWhoWasNotAccepted() {
    EventLoop.run(
        Simulation.of(1, FAULT_FREE),
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          Listener listener = Network.of(loop).listen(SERVER, 5);
          try (Channel client = Network.of(loop).connect(SERVER, Deadline.NEVER)) {
            listener.close();
            assertEquals("0 SocketException", readWhatComes(client));
          }
          Listener other = Network.of(loop).listen(SERVER, 5);
          Task<Channel> acceptor = loop.spawn("acceptor", () -> other.accept(Deadline.NEVER));
          EventLoop.sleep(LATENCY);
          other.close();
          assertEquals(ClosedChannelException.class, failureOf(acceptor));
          return null;
        });
  }

  private static Class<?> failureOf(Task<?> task) {
    return assertThrows(TaskFailedException.class, task::await).failure().getClass();
  }

  @Test
  void aRefusedConnectionFailsAfterARoundTrip() {
    connectFails(new Fault.Refused(), ConnectException.class);
  }

  @Test
  void anUnansweredConnectionFailsAtItsDeadline() {
    connectFails(new Fault.BlackHole(), DeadlineException.class);
  }

  private static void connectFails(Fault fault, Class<? extends Exception> how) {
    EventLoop.run(
        Simulation.of(1, with(fault)),
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(SERVER, 1)) {
            assertThrows(how, () -> Network.of(loop).connect(SERVER, loop.deadline(PATIENCE)));
            assertEquals(SERVER, listener.address());
          }
          return null;
        });
  }

  @Test
  void aConnectionIsLostAtAnyByte() {
    for (int lostAt : new int[] {0, 1, 17, 50_000, 99_999}) {
      Side<Object> server = channel -> send(channel, 100_000);
      Side<String> client = SimulatedNetworkTest::readWhatComes;
      assertEquals(
          lostAt + " SocketException", converse(with(new Fault.Reset(lostAt)), client, server));
      assertEquals(lostAt + " end", converse(with(new Fault.Cut(lostAt)), client, server));
      assertEquals(
          lostAt + " DeadlineException",
          converse(with(new Fault.HalfOpen(lostAt)), client, server));
    }
  }

  @Test
  void aFaultThatStrikesLaterLeavesAShorterConversationAlone() {
    assertEquals(
        "100 end",
        converse(
            with(new Fault.Reset(101)),
            SimulatedNetworkTest::readWhatComes,
            channel -> send(channel, 100)));
  }

  @Test
  void theSenderLearnsOfAResetAndOfACutButNotOfAHalfOpenPeer() {
    for (Fault fault : List.of(new Fault.Reset(10), new Fault.Cut(10), new Fault.HalfOpen(10))) {
      var outcome = new ArrayList<Object>();
      converse(
          with(fault),
          SimulatedNetworkTest::readWhatComes,
          channel -> outcome.add(send(channel, 1_000_000)));
      Class<?> expected =
          fault instanceof Fault.HalfOpen ? DeadlineException.class : SocketException.class;
      assertEquals(expected, outcome.getFirst().getClass());
    }
  }

  @Test
  void aDripTakesItsTimeForEveryByte() {
    Duration taken =
        converse(
            with(new Fault.Drip(Duration.ofSeconds(20))),
            channel -> {
              long begun = EventLoop.current().time().nanos();
              assertEquals(90, readAll(channel).remaining());
              return Duration.ofNanos(EventLoop.current().time().nanos() - begun);
            },
            channel -> send(channel, 90));
    assertEquals(90 * 20, taken.toSeconds());
  }

  @Test
  void closingWithUnreadBytesResetsThePeer() {
    assertEquals(
        "0 SocketException",
        converse(
            FAULT_FREE,
            channel -> {
              channel.write(ByteBuffer.allocate(100), Deadline.NEVER);
              return readWhatComes(channel);
            },
            channel -> {
              channel.awaitReadable(Deadline.NEVER);
              return null;
            }));
  }

  @Test
  void closingAChannelEndsTheWaitOnIt() {
    converse(
        FAULT_FREE,
        channel -> {
          Task<?> reader = EventLoop.current().spawn("reader", () -> readAll(channel));
          EventLoop.sleep(LATENCY);
          channel.close();
          assertEquals(ClosedChannelException.class, failureOf(reader));
          assertFalse(channel.isOpen());
          return null;
        },
        SimulatedNetworkTest::readAll);
  }

  @Test
  void drawsOfALatencyStayWithinItsBounds() {
    var random = new java.util.SplittableRandom(1);
    Latency tailed = Latency.longTailed(Duration.ofMillis(10), Duration.ofMillis(300));
    Latency even = Latency.between(Duration.ofMillis(50), Duration.ofMillis(500));
    long late = 0;
    for (int i = 0; i < 10_000; i++) {
      long tail = tailed.draw(random).toMillis();
      assertTrue(tail >= 5 && tail <= 300, "" + tail);
      late += tail > 20 ? 1 : 0;
      long drawn = even.draw(random).toMillis();
      assertTrue(drawn >= 50 && drawn <= 500, "" + drawn);
    }
    assertTrue(late > 1_000 && late < 4_000, late + " of 10,000 are more than twice the usual");
  }
}

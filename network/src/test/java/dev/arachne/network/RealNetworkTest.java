package dev.arachne.network;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.testkit.ChildJvm;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the machine's sockets do at their edges. */
class RealNetworkTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final InetSocketAddress ANY_PORT = new InetSocketAddress(LOOPBACK, 0);

  @Test
  void oneDirectionMayEndBeforeTheOther() {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(ANY_PORT, 10);
              Channel client = Network.of(loop).connect(listener.address(), Deadline.NEVER);
              Channel server = listener.accept(Deadline.NEVER)) {
            client.shutdownOutput();
            ByteBuffer bytes = ByteBuffer.allocate(10);
            server.awaitReadable(Deadline.NEVER);
            assertEquals(-1, server.read(bytes));
            server.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), Deadline.NEVER);
            client.awaitReadable(Deadline.NEVER);
            assertEquals(3, client.read(bytes));
            assertThrows(
                ClosedChannelException.class,
                () -> client.write(ByteBuffer.allocate(1), Deadline.NEVER));
          }
          return null;
        });
  }

  @Test
  void closingAListenerEndsTheWaitForAConnection() {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          Listener listener = Network.of(loop).listen(ANY_PORT, 10);
          Task<Channel> acceptor = loop.spawn("acceptor", () -> listener.accept(Deadline.NEVER));
          EventLoop.yieldNow();
          listener.close();
          var ended = assertThrows(TaskFailedException.class, acceptor::await);
          assertEquals(ClosedChannelException.class, ended.failure().getClass());
          assertThrows(ClosedChannelException.class, () -> listener.accept(Deadline.NEVER));
          return null;
        });
  }

  @Test
  void acceptGivesUpAtItsDeadlineAndTheListenerStaysGood() {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(ANY_PORT, 10)) {
            assertThrows(
                DeadlineException.class,
                () -> listener.accept(loop.deadline(Duration.ofMillis(1))));
            try (Channel client = Network.of(loop).connect(listener.address(), Deadline.NEVER);
                Channel server = listener.accept(Deadline.NEVER)) {
              assertEquals(listener.address(), client.peer());
              assertEquals(LOOPBACK, server.peer().getAddress());
            }
          }
          return null;
        });
  }

  /** A listener whose backlog is full does not answer: what a firewall does that drops packets. */
  @Test
  void anUnansweredConnectEndsAtItsDeadline() throws Exception {
    withFullBacklog(full -> {
      EventLoop loop = EventLoop.current();
      assertThrows(
          DeadlineException.class,
          () -> Network.of(loop).connect(addressOf(full), loop.deadline(Duration.ofMillis(100))));
    });
  }

  /** It does when the system asks again, a second later. */
  @Test
  void aConnectThatHasToWaitComesAboutOnceThereIsRoom() throws Exception {
    withFullBacklog(full -> {
      Task<Channel> connecting =
          EventLoop.current()
              .spawn(
                  "connect",
                  () -> Network.of(EventLoop.current()).connect(addressOf(full), Deadline.NEVER));
      EventLoop.yieldNow();
      assertEquals(Task.State.WAITING, connecting.state());
      full.accept().close();
      full.accept().close();
      try (Channel client = connecting.await()) {
        client.write(ByteBuffer.wrap(new byte[] {7}), Deadline.NEVER);
        try (Socket server = full.accept()) {
          assertEquals(7, server.getInputStream().read());
        }
      }
    });
  }

  private interface Body {
    void with(ServerSocket full) throws Exception;
  }

  /** Runs a coroutine beside a listener that has no room for another connection. */
  private static void withFullBacklog(Body body) throws Exception {
    var waiting = new ArrayList<Socket>();
    try (var full = new ServerSocket(0, 1, LOOPBACK)) {
      for (int i = 0; i < 2; i++) {
        waiting.add(new Socket(LOOPBACK, full.getLocalPort()));
      }
      EventLoop.run(
          "main",
          () -> {
            body.with(full);
            return null;
          });
    } finally {
      for (Socket socket : waiting) {
        socket.close();
      }
    }
  }

  @Test
  void aConnectionComesFromTheAddressThatItIsBoundTo() {
    InetAddress nine = InetAddress.ofLiteral("127.0.0.9");
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(ANY_PORT, 10);
              Channel client =
                  Network.of(loop).connect(listener.address(), Optional.of(nine), Deadline.NEVER);
              Channel server = listener.accept(Deadline.NEVER)) {
            assertEquals(nine, server.peer().getAddress());
            assertEquals(listener.address(), client.peer());
          }
          return null;
        });
  }

  /** 192.0.2.0/24 is nobody's (RFC 5737). */
  @Test
  void anAddressThatThisMachineHasNotIsAShortageOfTheMachine() {
    InetAddress lost = InetAddress.ofLiteral("192.0.2.7");
    assertFalse(Network.isLocal(lost));
    assertTrue(Network.isLocal(LOOPBACK) && Network.isLocal(InetAddress.ofLiteral("127.0.0.9")));
    assertFalse(Network.isLocal(InetAddress.ofLiteral("0.0.0.0")));
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(ANY_PORT, 10)) {
            var lack =
                assertThrows(
                    LocalShortageException.class,
                    () ->
                        Network.of(loop)
                            .connect(listener.address(), Optional.of(lost), Deadline.NEVER));
            assertEquals(LocalShortageException.Resource.ADDRESS, lack.resource());
          }
          return null;
        });
  }

  @Test
  void onlyAddressesOfTheFamilyOfTheLocalOneAreTried() {
    Optional<InetAddress> from = Optional.of(InetAddress.ofLiteral("127.0.0.9"));
    InetAddress six = InetAddress.ofLiteral("::1");
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(ANY_PORT, 10)) {
            int port = listener.address().getPort();
            try (Channel client =
                HappyEyeballs.connect(List.of(six, LOOPBACK), port, from, Deadline.NEVER)) {
              assertEquals(LOOPBACK, client.peer().getAddress());
            }
            assertThrows(
                NoRouteToHostException.class,
                () -> HappyEyeballs.connect(List.of(six), port, from, Deadline.NEVER));
          }
          return null;
        });
  }

  @Test
  void anAddressIsItsOwnWithoutAWaitAndANameIsWaitedFor() {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          Deadline now = loop.deadline(Duration.ZERO);
          for (String address : List.of("127.0.0.1", "192.0.2.7", "::1")) {
            List<InetAddress> own = List.of(InetAddress.ofLiteral(address));
            assertEquals(own, Resolver.of(loop).resolve(address, now));
          }
          assertThrows(DeadlineException.class, () -> Resolver.of(loop).resolve("localhost", now));
          return null;
        });
  }

  private static InetSocketAddress addressOf(ServerSocket socket) {
    return new InetSocketAddress(LOOPBACK, socket.getLocalPort());
  }

  @Test
  void namesThatGetNoAnswerHoldUpNeitherOthersNorBlockingWork() throws Exception {
    Process process =
        new ProcessBuilder(ChildJvm.command("-ea", SlowNames.class))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertEquals("7 localhost\n", new String(process.getInputStream().readAllBytes(), UTF_8));
    assertEquals(0, process.waitFor());
  }

  @Test
  void anAddressOfAFamilyThatTheJvmLacksIsUnreachable() throws Exception {
    assertEquals(
        "NoRouteToHostException", run("-Djava.net.preferIPv4Stack=true", OddSettings.class));
  }

  private static String run(String option, Class<?> main, String... arguments) throws Exception {
    Process process =
        new ProcessBuilder(ChildJvm.command(option, main, arguments))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output.strip();
  }
}

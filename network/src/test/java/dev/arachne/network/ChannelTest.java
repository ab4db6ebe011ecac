package dev.arachne.network;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskFailedException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChannelTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @Test
  void writtenBytesAndTheEndArrive() {
    EventLoop.run(
        "main",
        () -> {
          Network network = Network.of(EventLoop.current());
          try (Listener listener = network.listen(ANY_PORT, 10)) {
            Task<?> server =
                EventLoop.current()
                    .spawn(
                        "echo",
                        () -> {
                          try (Channel channel = listener.accept(Deadline.NEVER)) {
                            channel.write(readAll(channel), Deadline.NEVER);
                          }
                          return null;
                        });
            try (Channel client = network.connect(listener.address(), Deadline.NEVER)) {
              byte[] sent = new byte[5_000_000];
              new java.util.Random(1).nextBytes(sent);
              Task<ByteBuffer> echo = EventLoop.current().spawn("reader", () -> readAll(client));
              client.write(ByteBuffer.wrap(sent), Deadline.NEVER);
              client.shutdownOutput();
              assertEquals(ByteBuffer.wrap(sent), echo.await());
            }
            server.await();
          }
          return null;
        });
  }

  private static ByteBuffer readAll(Channel channel) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(6_000_000);
    while (true) {
      channel.awaitReadable(Deadline.NEVER);
      if (channel.read(all) < 0) {
        return all.flip();
      }
    }
  }

  @Test
  void aReadGivesUpAtItsDeadlineAndTheChannelStaysGood() {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(ANY_PORT, 10);
              Channel client = Network.of(loop).connect(listener.address(), Deadline.NEVER);
              Channel server = listener.accept(Deadline.NEVER)) {
            var thrown =
                assertThrows(
                    DeadlineException.class,
                    () -> client.awaitReadable(loop.deadline(Duration.ofMillis(1))));
            assertTrue(thrown.getMessage().contains("read on tcp"), thrown.getMessage());
            server.write(ByteBuffer.wrap("late".getBytes(US_ASCII)), Deadline.NEVER);
            client.awaitReadable(Deadline.NEVER);
            ByteBuffer got = ByteBuffer.allocate(10);
            assertEquals(4, client.read(got));
          }
          return null;
        });
  }

  @Test
  void aWriteGivesUpAtItsDeadlineWhenThePeerTakesNoMore() {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(ANY_PORT, 10);
              Channel client = Network.of(loop).connect(listener.address(), Deadline.NEVER);
              Channel server = listener.accept(Deadline.NEVER)) {
            assertTrue(server.isOpen());
            ByteBuffer much = ByteBuffer.allocate(100_000_000);
            assertThrows(
                DeadlineException.class,
                () -> client.write(much, loop.deadline(Duration.ofMillis(50))));
          }
          return null;
        });
  }

  @Test
  void unawaitedArrivalsDoNotKeepTheLoopBusy() {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(ANY_PORT, 10);
              Channel client = Network.of(loop).connect(listener.address(), Deadline.NEVER);
              Channel server = listener.accept(Deadline.NEVER)) {
            var byteOut = ByteBuffer.wrap("x".getBytes(US_ASCII));
            server.write(byteOut.duplicate(), Deadline.NEVER);
            client.awaitReadable(Deadline.NEVER);
            client.read(ByteBuffer.allocate(1));
            server.write(byteOut.duplicate(), Deadline.NEVER);
            long before = loop.turns();
            EventLoop.sleep(Duration.ofMillis(50));
            assertTrue(loop.turns() - before < 10, "turns: " + (loop.turns() - before));
            client.awaitReadable(Deadline.NEVER);
            assertEquals(1, client.read(ByteBuffer.allocate(1)), "and the byte is not lost");
          }
          return null;
        });
  }

  @Test
  void closingAChannelEndsTheWaitOnIt() {
    EventLoop.run(
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (Listener listener = Network.of(loop).listen(ANY_PORT, 10);
              Channel client = Network.of(loop).connect(listener.address(), Deadline.NEVER)) {
            Task<?> reader =
                loop.spawn(
                    "reader",
                    () -> {
                      client.awaitReadable(Deadline.NEVER);
                      return null;
                    });
            EventLoop.yieldNow();
            client.close();
            var ended = assertThrows(TaskFailedException.class, reader::await);
            assertEquals(ClosedChannelException.class, ended.failure().getClass());
          }
          return null;
        });
  }

  @Test
  void aRefusedConnectionIsAConnectException() throws IOException {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    EventLoop.run(
        "main",
        () -> {
          var nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
          assertThrows(
              ConnectException.class,
              () -> Network.of(EventLoop.current()).connect(nobody, Deadline.NEVER));
          return null;
        });
  }
}

package dev.arachne.simulation;

import dev.arachne.network.Channel;
import dev.arachne.network.Listener;
import dev.arachne.network.Network;
import dev.arachne.network.Resolver;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskFailedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients that find servers by name, talk to them over a bad network and give up now and then: a
 * program that meets most of a simulation. Its main method prints the hash of one run.
 */
final class TalkativeProgram {
  private static final InetSocketAddress SERVER = new InetSocketAddress("198.51.100.1", 80);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private TalkativeProgram() {}

  public static void main(String[] arguments) {
    System.out.println(Long.toHexString(run(Long.parseLong(arguments[0]))));
  }

  static long run(long seed) {
    var options =
        SimulationOptions.FAULT_FREE
            .withFaults(FaultPlan.random(0.3, 3_000))
            .withLatency(Latency.longTailed(Duration.ofMillis(30), Duration.ofSeconds(3)));
    var world = Simulation.of(seed, options).name("server.test", SERVER.getAddress());
    EventLoop.run(world, "main", TalkativeProgram::talk);
    return world.traceHash();
  }

  private static Object talk() throws Exception {
    EventLoop loop = EventLoop.current();
    try (Listener listener = Network.of(loop).listen(SERVER, 5)) {
      loop.spawn("server", () -> serve(listener));
      List<Task<?>> clients = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        clients.add(loop.spawn("client " + i, TalkativeProgram::ask));
      }
      for (Task<?> client : clients) {
        client.failure();
        try {
          client.await();
        } catch (TaskFailedException e) {
          if (!(e.failure() instanceof IOException || e.failure() instanceof DeadlineException)) {
            throw e;
          }
        }
      }
    }
    return null;
  }

  private static Object serve(Listener listener) throws IOException {
    EventLoop loop = EventLoop.current();
    try {
      for (int i = 0; ; i++) {
        Channel channel = listener.accept(Deadline.NEVER);
        loop.spawn("connection " + i, () -> echo(channel)).failure();
      }
    } catch (ClosedChannelException e) {
      return "closed";
    }
  }

  private static Object echo(Channel channel) throws IOException {
    try (channel) {
      ByteBuffer bytes = ByteBuffer.allocate(700);
      while (channel.read(bytes.clear()) >= 0) {
        channel.write(bytes.flip(), EventLoop.current().deadline(PATIENCE));
        channel.awaitReadable(EventLoop.current().deadline(PATIENCE));
      }
    }
    return null;
  }

  private static int ask() throws IOException {
    EventLoop loop = EventLoop.current();
    Deadline deadline = loop.deadline(PATIENCE);
    InetAddress address = Resolver.of(loop).resolve("server.test", deadline).getFirst();
    try (Channel channel = Network.of(loop).connect(new InetSocketAddress(address, 80), deadline)) {
      byte[] sent = new byte[loop.random().nextInt(1, 2_000)];
      loop.random().nextBytes(sent);
      channel.write(ByteBuffer.wrap(sent), deadline);
      channel.shutdownOutput();
      ByteBuffer echo = ByteBuffer.allocate(sent.length + 1);
      int size = 0;
      while (size >= 0) {
        channel.awaitReadable(deadline);
        size = channel.read(echo);
      }
      return echo.position();
    }
  }
}

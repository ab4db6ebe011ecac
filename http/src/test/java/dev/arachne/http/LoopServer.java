package dev.arachne.http;

import dev.arachne.runtime.Channel;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Listener;
import dev.arachne.testkit.RequestParser;
import dev.arachne.testkit.Script;
import dev.arachne.testkit.Step;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Plays a scripted site in a simulated world, by coroutines of the client's loop. */
final class SimulatedServer {

  private final TestSite site;

  private SimulatedServer(TestSite site) {
    this.site = site;
  }

  /** Serves {@code site} at {@code address} from now on. */
  static void serve(TestSite site, InetSocketAddress address) throws IOException {
    var server = new SimulatedServer(site);
    EventLoop loop = EventLoop.current();
    Listener listener = loop.network().listen(address, 100);
    Callable<Boolean> acceptor =
        () -> {
          while (true) {
            Channel channel = listener.accept(Deadline.NEVER);
            loop.spawn("connection", () -> server.converse(channel));
          }
        };
    loop.spawn("server", acceptor);
  }

  /** False where the client or the network ended it. */
  private boolean converse(Channel channel) {
    var parser = new RequestParser();
    ByteBuffer arrivals = ByteBuffer.allocate(4096);
    try (channel) {
      while (true) {
        channel.awaitReadable(Deadline.NEVER);
        int count = channel.read(arrivals.clear());
        if (count < 0) {
          return false;
        }
        parser.feed(arrivals.array(), count);
        for (Optional<TestRequest> next = parser.next(); next.isPresent(); next = parser.next()) {
          if (!play(site.reply(next.get()).play(next.get()), channel)) {
            return true;
          }
        }
      }
    } catch (IOException e) {
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
        case Step.Close _, Step.Reset _ -> {
          return false;
        }
      }
    }
    return true;
  }
}

package dev.arachne.http;

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
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Plays a scripted site by coroutines of the client's loop, in whichever world that is. What they
 * see is in the order in which it happened, so connections can be counted exactly.
 */
final class LoopServer {

  private final EventLoop loop = EventLoop.current();
  private final TestSite site;
  private int connections;
  private int peak;

  LoopServer(TestSite site) {
    this.site = site;
  }

  /** Serves the site at {@code address} from now on; says where that is. */
  InetSocketAddress serve(InetSocketAddress address) throws IOException {
    Listener listener = Network.of(loop).listen(address, 100);
    Callable<Boolean> acceptor =
        () -> {
          while (true) {
            Channel channel = listener.accept(Deadline.NEVER);
            loop.spawn("connection", () -> converse(channel));
            loop.spawn("census", this::count);
          }
        };
    loop.spawn("server", acceptor);
    return listener.address();
  }

  /** How many connections are open. */
  int connections() {
    return connections;
  }

  /** How many connections were open at once at most. */
  int peakConnections() {
    return peak;
  }

  /** A turn after a connection came, those that had ended before it are known to have. */
  private int count() {
    EventLoop.yieldNow();
    peak = Math.max(peak, connections);
    return peak;
  }

  /** False where the client or the network ended it. */
  private boolean converse(Channel channel) {
    var parser = new RequestParser();
    ByteBuffer arrivals = ByteBuffer.allocate(4096);
    connections++;
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
    } finally {
      connections--;
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

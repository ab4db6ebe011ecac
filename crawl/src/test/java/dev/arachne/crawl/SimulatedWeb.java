package dev.arachne.crawl;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Plays a scripted site in a simulated world: coroutines of the same loop as the crawl. */
final class SimulatedWeb {
  private static final int BACKLOG = 1_000;
  private static final int READ_BYTES = 4_096;

  private final TestSite site;
  private final List<String> targets = new ArrayList<>();

  SimulatedWeb(TestSite site) {
    this.site = site;
  }

  /** What was asked for, in order. */
  List<String> targets() {
    return targets;
  }

  /** Serves at {@code address} from now on. */
  void serveAt(InetSocketAddress address) throws IOException {
    EventLoop loop = EventLoop.current();
    Listener listener = loop.network().listen(address, BACKLOG);
    Callable<Boolean> acceptor =
        () -> {
          while (true) {
            Channel channel = listener.accept(Deadline.NEVER);
            loop.spawn("connection", () -> serve(channel));
          }
        };
    loop.spawn("server " + address, acceptor);
  }

  private boolean serve(Channel channel) {
    var parser = new RequestParser();
    ByteBuffer arrivals = ByteBuffer.allocate(READ_BYTES);
    try (channel) {
      while (true) {
        channel.awaitReadable(Deadline.NEVER);
        int count = channel.read(arrivals.clear());
        if (count < 0) {
          return true;
        }
        parser.feed(arrivals.array(), count);
        for (Optional<TestRequest> next = parser.next(); next.isPresent(); next = parser.next()) {
          targets.add(next.get().target());
          if (!play(site.reply(next.get()).play(next.get()), channel)) {
            return true;
          }
        }
      }
    } catch (IOException e) {
      return false; // The client, or the weather, ended the conversation.
    }
  }

  /** Whether the connection is good for another request. */
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

package dev.arachne.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection to a {@link TestWeb}: reads requests, gets the site's replies, plays
 * their scripts. Confined to its own virtual thread, which blocks in the socket; interrupting that
 * thread closes the connection.
 */
final class Connection {

  /** How long to wait for the client's end after ours, so that FIN does not turn into RST. */
  private static final Duration LINGER = Duration.ofSeconds(1);

  private final TestWeb web;
  private final Socket raw;
  private final int number;
  private final byte[] received = new byte[1024];

  Connection(TestWeb web, Socket raw, int number) {
    this.web = web;
    this.raw = raw;
    this.number = number;
  }

  void serve() {
    web.log.openConnections.enter();
    try (raw) {
      raw.setTcpNoDelay(true);
      switch (web.security) {
        case Security.Plain _ -> serve(raw);
        case Security.Tls tls -> serve(tls.handshake(raw));
        case Security.Broken(var steps) -> {
          if (raw.getInputStream().read(received) > 0) {
            end(play(Script.of(steps), raw), raw);
          }
        }
      }
    } catch (IOException | InterruptedException _) {
      // The client closed, broke the rules, or this web is closing: the connection is over.
    } catch (RuntimeException e) {
      web.failed(e);
    } finally {
      web.log.openConnections.leave();
    }
  }

  private void serve(Socket socket) throws IOException, InterruptedException {
    var parser = new RequestParser();
    while (true) {
      Optional<TestRequest> request = parser.next();
      if (request.isPresent()) {
        Step last = answer(request.get(), socket);
        if (last != null) {
          end(last, socket);
          return;
        }
      } else {
        int count = socket.getInputStream().read(received);
        if (count < 0) {
          return;
        }
        parser.feed(received, count);
      }
    }
  }

  /**
   * Plays the answer to one request up to the step that ends the connection; null without such a
   * step.
   */
  private @Nullable Step answer(TestRequest request, Socket socket)
      throws IOException, InterruptedException {
    web.log.openRequests.enter();
    try {
      var hosted = web.site(request, raw.getLocalAddress());
      var asked = request.asked(web.log.ask(hosted.host(), request.target()));
      log(asked);
      return play(hosted.site().reply(asked).play(asked), socket);
    } finally {
      web.log.openRequests.leave();
    }
  }

  private void log(TestRequest request) {
    web.log.add(
        new LoggedRequest(
            System.nanoTime(),
            (InetSocketAddress) raw.getRemoteSocketAddress(),
            raw.getLocalAddress(),
            number,
            request.method(),
            request.target(),
            request.headers()));
  }

  private @Nullable Step play(Script script, Socket socket)
      throws IOException, InterruptedException {
    Step step;
    while ((step = script.next()) != null) {
      switch (step) {
        case Step.Send(byte[] bytes) -> socket.getOutputStream().write(bytes);
        case Step.Pause(Duration duration) -> Thread.sleep(duration);
        case Step.Hang _ -> {
          drain(socket);
          return step;
        }
        case Step.Close _, Step.Reset _ -> {
          return step;
        }
      }
    }
    return null;
  }

  private void end(@Nullable Step last, Socket socket) throws IOException {
    switch (last) {
      case Step.Reset _ -> {
        raw.setSoLinger(true, 0);
        raw.close();
      }
      case null, default -> {
        socket.shutdownOutput();
        raw.setSoTimeout((int) LINGER.toMillis());
        drain(socket);
      }
    }
  }

  /** Reads and discards the client's bytes until it closes. */
  private void drain(Socket socket) throws IOException {
    int count;
    do {
      count = socket.getInputStream().read(received);
    } while (count >= 0);
  }
}

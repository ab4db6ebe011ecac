package dev.arachne.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection to a {@link TestWeb}: reads requests, asks the site, plays its scripts.
 * Confined to its own virtual thread, which blocks in the socket; interrupting that thread closes
 * the connection.
 */
final class Connection {

  /** How long to wait for the client's end after ours, so that FIN does not turn into RST. */
  private static final Duration LINGER = Duration.ofSeconds(1);

  private final TestWeb web;
  private final Socket raw;
  private final int number;

  Connection(TestWeb web, Socket raw, int number) {
    this.web = web;
    this.raw = raw;
    this.number = number;
  }

  void serve() {
    web.log.openConnections.enter();
    try (raw) {
      raw.setTcpNoDelay(true);
      Socket socket = web.security.secure(raw);
      if (socket == null) {
        return;
      }
      var reader = new RequestReader(socket.getInputStream());
      boolean open = true;
      while (open) {
        var head = reader.next();
        open = head != null && answer(head, socket, reader);
      }
    } catch (IOException | InterruptedException _) {
      // The client went away, broke the rules, or this web is closing: the connection is over.
    } catch (RuntimeException e) {
      web.failed(e);
    } finally {
      web.log.openConnections.leave();
    }
  }

  /** Plays the answer to one request; whether the connection waits for another. */
  private boolean answer(RequestReader.Head head, Socket socket, RequestReader reader)
      throws IOException, InterruptedException {
    web.log.openRequests.enter();
    Step last;
    try {
      var site = web.site(head, raw.getLocalAddress());
      int ask = web.log.ask(site.host(), head.target());
      log(head);
      var request =
          new TestRequest(head.method(), head.target(), head.version(), head.headers(), ask);
      last = play(site.site().reply(request).play(request), socket);
    } finally {
      web.log.openRequests.leave();
    }
    if (last == null) {
      return true;
    }
    end(last, raw, socket, reader);
    return false;
  }

  private void log(RequestReader.Head head) {
    web.log.add(
        new LoggedRequest(
            System.nanoTime(),
            (InetSocketAddress) raw.getRemoteSocketAddress(),
            raw.getLocalAddress(),
            number,
            head.method(),
            head.target(),
            head.headers()));
  }

  /** Plays up to the step that ends the connection, and returns that; null where none does. */
  private static @Nullable Step play(Script script, Socket socket)
      throws IOException, InterruptedException {
    Step step;
    while ((step = script.next()) != null) {
      switch (step) {
        case Step.Send(byte[] bytes) -> socket.getOutputStream().write(bytes);
        case Step.Pause(Duration duration) -> Thread.sleep(duration);
        case Step.Hang _, Step.Close _, Step.Reset _ -> {
          return step;
        }
      }
    }
    return null;
  }

  /** Plays these steps to a client whose handshake is not answered. */
  static void playInsteadOfHandshake(List<Step> steps, Socket raw)
      throws IOException, InterruptedException {
    byte[] clientHello = new byte[4096];
    if (raw.getInputStream().read(clientHello) > 0) {
      Step last = play(Script.of(steps), raw);
      end(
          last == null ? new Step.Close() : last,
          raw,
          raw,
          new RequestReader(raw.getInputStream()));
    }
  }

  private static void end(Step last, Socket raw, Socket socket, RequestReader reader)
      throws IOException {
    switch (last) {
      case Step.Hang _ -> reader.drain();
      case Step.Reset _ -> {
        raw.setSoLinger(true, 0);
        raw.close();
      }
      default -> {
        socket.shutdownOutput();
        raw.setSoTimeout((int) LINGER.toMillis());
        reader.drain();
      }
    }
  }
}

package dev.arachne.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Passes bytes between clients and a server on this machine, and breaks each connection after so
 * many bytes from the server: by FIN and by RST in turn. Those after the last bound are whole.
 * Thread-safe.
 */
final class CuttingRelay implements AutoCloseable {
  private final ServerSocket listener;
  private final int server;
  private final Queue<Long> bounds;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

  CuttingRelay(int server, List<Long> bounds) throws IOException {
    this.server = server;
    this.bounds = new ArrayDeque<>(bounds);
    this.listener = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        var upstream = new Socket("127.0.0.1", server);
        sockets.addAll(List.of(client, upstream));
        long bound = bounds.isEmpty() ? Long.MAX_VALUE : bounds.remove();
        boolean isReset = bounds.size() % 2 == 0;
        Thread.ofVirtual().start(() -> pass(client, upstream, Long.MAX_VALUE, false));
        Thread.ofVirtual().start(() -> pass(upstream, client, bound, isReset));
      }
    } catch (IOException e) {
      if (!listener.isClosed()) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void pass(Socket from, Socket to, long bound, boolean isReset) {
    byte[] buffer = new byte[10_000];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      long left = bound;
      while (left > 0) {
        int n = in.read(buffer, 0, (int) Math.min(left, buffer.length));
        if (n < 0) {
          return;
        }
        out.write(buffer, 0, n);
        left -= n;
      }
      to.setSoLinger(isReset, 0);
    } catch (IOException e) {
      // One side went away, which the other one learns by the end of its connection.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}

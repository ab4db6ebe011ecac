package dev.arachne.replay;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/*
 * The JDK's own HTTP server is of no use here: it refuses targets that java.net.URI refuses and
 * browsers send, and it cannot hand over the connection of a CONNECT.
 */

/**
 * Speaks HTTP/1.1 (RFC 9112) with browsers, to which it may be the proxy: requests for other hosts,
 * and requests through a tunnel, are passed to the handler as such. Tunnels end here: the server
 * speaks TLS in the name of any requested host. Thread-safe.
 */
final class BrowserServer implements Closeable {
  private static final int MOST_CONNECTIONS = 512;
  private static final int IDLE_MILLIS = 60_000;

  /** The pause before the next attempt, if a connection cannot be accepted. */
  private static final long PAUSE_NANOS = 20_000_000;

  private static final int MOST_HEAD_BYTES = 128 << 10;
  private static final int BUFFER_BYTES = 16 << 10;
  private static final long MOST_DRAINED_BYTES = 1 << 20;

  /** Answers requests, on threads that may block. */
  @FunctionalInterface
  interface Handler {
    Reply answer(Request request) throws IOException;
  }

  private final ServerSocket server;
  private final Certificates certificates;
  private final Handler handler;
  private final Semaphore room = new Semaphore(MOST_CONNECTIONS);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final CountDownLatch end = new CountDownLatch(1);

  BrowserServer(InetSocketAddress address, Certificates certificates, Handler handler)
      throws IOException {
    this.certificates = certificates;
    this.handler = handler;
    server = new ServerSocket();
    server.setReuseAddress(true);
    server.bind(address, MOST_CONNECTIONS);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  void start() {
    Thread.ofVirtual().name("replay").start(this::accept);
  }

  /** Waits until it is closed. */
  void await() throws InterruptedException {
    end.await();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        room.acquireUninterruptibly();
        Socket socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        room.release(); // The server is closed, the browser has closed, or no descriptor is free.
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setSoTimeout(IDLE_MILLIS);
      socket.setTcpNoDelay(true);
      serve(socket, Optional.empty());
    } catch (IOException | RuntimeException e) {
      // The browser closed, was silent, or did not trust the certificate. Or the stored answer
      // cannot be read: the browser sees that it is cut.
    } finally {
      open.remove(socket);
      room.release();
    }
  }

  private void serve(Socket socket, Optional<String> tunnel) throws IOException {
    var in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
    var out = new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES);
    for (Request request = read(in, tunnel); request != null; request = read(in, tunnel)) {
      if (request.method().equals("CONNECT") && tunnel.isEmpty()) {
        out.write(ascii("HTTP/1.1 200 Connection established\r\n\r\n"));
        out.flush();
        enter(socket, request.target());
        return;
      }
      boolean isDrained = drain(request, in);
      boolean goesOn;
      try (Reply reply = answer(request)) {
        goesOn = isDrained && request.isPersistent();
        send(reply, request, goesOn, out);
      }
      if (!goesOn) {
        return;
      }
    }
  }

  private Reply answer(Request request) {
    try {
      return handler.answer(request);
    } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return OwnPages.failure(500, "This cannot be read", why);
    }
  }

  /** Speaks TLS as the host would. */
  private void enter(Socket socket, String hostAndPort) throws IOException {
    int colon = hostAndPort.lastIndexOf(':');
    String host = colon < 0 ? hostAndPort : hostAndPort.substring(0, colon);
    try {
      var tls =
          (SSLSocket)
              certificates
                  .of(host)
                  .getSocketFactory()
                  .createSocket(socket, InputStream.nullInputStream(), true);
      tls.startHandshake();
      serve(tls, Optional.of(hostAndPort));
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  // Requests.

  /** The next request; null at the end of the connection. */
  private static @Nullable Request read(InputStream in, Optional<String> tunnel)
      throws IOException {
    var budget = new int[] {MOST_HEAD_BYTES};
    String first = line(in, budget);
    while (first != null && first.isEmpty()) {
      first = line(in, budget);
    }
    if (first == null) {
      return null;
    }
    String[] parts = first.split(" ", -1);
    if (parts.length != 3 || !parts[2].matches("HTTP/1\\.[01]")) {
      throw new IOException("not a request: " + first);
    }
    List<Header> headers = new ArrayList<>();
    for (String line = line(in, budget); line != null && !line.isEmpty(); line = line(in, budget)) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        headers.add(new Header(line.substring(0, colon), line.substring(colon + 1).strip()));
      }
    }
    return new Request(parts[0], parts[1], parts[2], List.copyOf(headers), tunnel);
  }

  private static @Nullable String line(InputStream in, int[] budget) throws IOException {
    var line = new StringBuilder();
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (budget[0]-- == 0) {
        throw new IOException("the head of the request is too long");
      }
      if (b == '\n') {
        int length = line.length();
        boolean hasReturn = length > 0 && line.charAt(length - 1) == '\r';
        return hasReturn ? line.substring(0, length - 1) : line.toString();
      }
      line.append((char) b);
    }
    return null;
  }

  /** Reads and discards the body of a request; false if the body continues. */
  private static boolean drain(Request request, InputStream in) throws IOException {
    if (!request.field("Transfer-Encoding").isEmpty()) {
      return false;
    }
    String length = request.field("Content-Length");
    if (length.isEmpty()) {
      return true;
    }
    long left = length.matches("[0-9]{1,9}") ? Long.parseLong(length) : Long.MAX_VALUE;
    if (left > MOST_DRAINED_BYTES) {
      return false;
    }
    in.skipNBytes(left);
    return true;
  }

  // Replies.

  private static void send(Reply reply, Request request, boolean goesOn, OutputStream out)
      throws IOException {
    var head = new StringBuilder("HTTP/1.1 ").append(reply.status()).append(" \r\n");
    for (Header header : reply.headers()) {
      head.append(header.name()).append(": ").append(clean(header.value())).append("\r\n");
    }
    boolean hasBody = reply.status() != 304 && reply.status() != 204 && reply.status() >= 200;
    boolean isChunked = hasBody && reply.length() < 0 && request.version().equals("HTTP/1.1");
    if (isChunked) {
      head.append("Transfer-Encoding: chunked\r\n");
    } else if (hasBody && reply.length() >= 0) {
      head.append("Content-Length: ").append(reply.length()).append("\r\n");
    }
    head.append(goesOn ? "\r\n" : "Connection: close\r\n\r\n");
    out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    if (hasBody && !request.isHead()) {
      copy(reply, isChunked, out);
    }
    out.flush();
  }

  /** Throws if the body cannot be read to its end: the browser is to see that it is cut. */
  private static void copy(Reply reply, boolean isChunked, OutputStream out) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int n = reply.body().read(buffer); n >= 0; n = reply.body().read(buffer)) {
      if (n > 0 && isChunked) {
        out.write(ascii(Integer.toHexString(n) + "\r\n"));
      }
      out.write(buffer, 0, n);
      if (n > 0 && isChunked) {
        out.write(ascii("\r\n"));
      }
    }
    if (isChunked) {
      out.write(ascii("0\r\n\r\n"));
    }
  }

  /** Cleans a value from the archive, so that it cannot start another line. */
  private static String clean(String value) {
    return value.replaceAll("[\\r\\n\\x00]", " ");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
    end.countDown();
  }
}

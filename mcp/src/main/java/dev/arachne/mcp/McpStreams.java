package dev.arachne.mcp;

import dev.arachne.mcp.McpServer.Answer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Serves one client over two streams, one message in each line. Calls of tools have threads of
 * their own, so that other calls can be answered and cancelled meanwhile. It ends when the input
 * does.
 */
final class McpStreams {
  /** Most bytes of a message. */
  static final int LONGEST = 4 << 20;

  /** Most requests in progress; the input is not read until one of them has ended. */
  private static final int MOST_AT_WORK = 16;

  private final McpServer server;
  private final OutputStream out;
  private final Map<Object, Cancellation> atWork = new ConcurrentHashMap<>();
  private final Semaphore room = new Semaphore(MOST_AT_WORK);

  private McpStreams(McpServer server, OutputStream out) {
    this.server = server;
    this.out = out;
  }

  /** Serves until the input ends or the output fails. */
  static void serve(McpServer server, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    new McpStreams(server, out).serve(new BufferedInputStream(in, 64 << 10));
  }

  private void serve(InputStream in) throws IOException, InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        read(in, threads);
      } finally {
        atWork.values().forEach(Cancellation::end); // Closing waits for the threads.
      }
    }
  }

  private void read(InputStream in, ExecutorService threads)
      throws IOException, InterruptedException {
    for (Optional<byte[]> line = line(in); line.isPresent(); line = line(in)) {
      if (line.get().length > LONGEST) {
        write(
            McpServer.fault(
                Optional.empty(),
                McpServer.Fault.REQUEST,
                "a message has " + LONGEST + " bytes at most"));
      } else if (!isBlank(line.get())) {
        take(line.get(), threads);
      }
    }
  }

  private void take(byte[] line, ExecutorService threads) throws IOException, InterruptedException {
    switch (McpServer.read(line)) {
      case McpServer.Invalid(Answer answer) -> write(answer);
      case McpServer.Notification(String method, Map<?, ?> params) -> {
        Object id = params.get("requestId");
        Cancellation cancelled =
            method.equals("notifications/cancelled") && id != null ? atWork.get(id) : null;
        if (cancelled != null) {
          cancelled.cancel();
        }
      }
      case McpServer.Response _ -> {}
      case McpServer.Request request -> {
        room.acquire();
        var cancellation = new Cancellation();
        atWork.put(request.id(), cancellation);
        threads.execute(() -> answer(request, cancellation));
      }
    }
  }

  private void answer(McpServer.Request request, Cancellation cancellation) {
    try {
      Answer answer = server.answer(request, cancellation);
      atWork.remove(request.id(), cancellation);
      if (!cancellation.isCancelled()) {
        write(answer);
      }
    } catch (IOException e) {
      atWork.values().forEach(Cancellation::cancel); // The client has gone.
    } finally {
      room.release();
    }
  }

  private void write(Answer answer) throws IOException {
    byte[] bytes = answer.bytes();
    synchronized (out) {
      out.write(bytes);
      out.write('\n');
      out.flush();
    }
  }

  /**
   * Returns the next line without its end; of a line that is too long one byte more than allowed.
   * Empty at the end of the stream.
   */
  private static Optional<byte[]> line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    int c = in.read();
    if (c < 0) {
      return Optional.empty();
    }
    for (; c >= 0 && c != '\n'; c = in.read()) {
      if (line.size() <= LONGEST) {
        line.write(c);
      }
    }
    return Optional.of(line.toByteArray());
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\r' && b != '\t') {
        return false;
      }
    }
    return true;
  }
}

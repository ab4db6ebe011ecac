package dev.arachne.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests to a running crawl, on a Unix domain socket that only the crawl's user can
 * reach. It is idle without requests: one thread accepts connections, and each connection has a
 * thread. Thread-safe.
 */
public final class ControlServer implements AutoCloseable {
  /** Most connections at a time; further ones are closed unanswered. */
  private static final int MOST_CONNECTIONS = 64;

  /** Most bytes of a request. */
  private static final int LONGEST = 64 << 10;

  /** The grace period for answers in progress at the end. */
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(1);

  private final Path directory;
  private final Controlled crawl;
  private final Thread listening;
  private final Map<SocketChannel, Thread> open = new ConcurrentHashMap<>();
  private volatile boolean isClosed;
  private volatile @Nullable ServerSocketChannel server;

  /**
   * The directory that was made for the socket; empty if the socket is in the crawl's directory.
   */
  private volatile Optional<Path> elsewhere = Optional.empty();

  private ControlServer(Path directory, Controlled crawl, Consumer<String> failed) {
    this.directory = directory;
    this.crawl = crawl;
    this.listening = thread("arachne control", () -> listen(failed));
  }

  /**
   * Answers requests to {@code crawl} until closed. Returns at once; the socket is there soon.
   *
   * @param directory of the crawl, which the caller has locked: an existing socket belongs to a
   *     process that was killed
   * @param failed receives, on any thread, the reason why no socket could be made
   */
  public static ControlServer start(Path directory, Controlled crawl, Consumer<String> failed) {
    var server = new ControlServer(directory, crawl, failed);
    server.listening.start();
    return server;
  }

  private static Thread thread(String name, Runnable body) {
    return Thread.ofPlatform().daemon().name(name).unstarted(body);
  }

  private void listen(Consumer<String> failed) {
    try (ServerSocketChannel opened = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server = opened;
      bind(opened);
      while (!isClosed) {
        accept(opened.accept());
      }
    } catch (IOException | UnsupportedOperationException e) {
      if (!isClosed) {
        failed.accept(String.valueOf(e.getMessage()));
      }
    }
  }

  /**
   * Binds in a directory that other users cannot enter, until only the user can connect to the
   * socket.
   */
  private void bind(ServerSocketChannel opened) throws IOException {
    Files.deleteIfExists(directory.resolve(ControlPlace.SOCKET));
    Files.deleteIfExists(directory.resolve(ControlPlace.ADDRESS));
    var mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    Path room = Files.createTempDirectory(directory, "control-", mine);
    if (ControlPlace.fits(room.resolve("s"))) {
      try {
        bind(opened, room.resolve("s"));
        move(room.resolve("s"), ControlPlace.SOCKET);
      } finally {
        Files.deleteIfExists(room.resolve("s"));
        Files.delete(room);
      }
    } else {
      Files.delete(room);
      Path socket = Files.createTempDirectory("arachne-", mine).resolve("s");
      elsewhere = Optional.of(socket);
      bind(opened, socket);
      Path unfinished = directory.resolve(ControlPlace.ADDRESS + ".new");
      Files.writeString(unfinished, socket + "\n");
      move(unfinished, ControlPlace.ADDRESS);
    }
  }

  private static void bind(ServerSocketChannel opened, Path socket) throws IOException {
    opened.bind(UnixDomainSocketAddress.of(socket));
    Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
  }

  private void move(Path made, String name) throws IOException {
    Files.move(
        made,
        directory.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private void accept(SocketChannel connection) {
    if (open.size() >= MOST_CONNECTIONS) {
      end(connection);
      return;
    }
    Thread serving = thread("arachne control connection", () -> serve(connection));
    open.put(connection, serving);
    serving.start();
  }

  private void serve(SocketChannel connection) {
    try {
      InputStream in = new BufferedInputStream(Channels.newInputStream(connection));
      OutputStream out = Channels.newOutputStream(connection);
      for (String line = line(in); !line.isEmpty() && !isClosed; line = line(in)) {
        out.write((ControlLines.answer(line, crawl) + "\n").getBytes(UTF_8));
      }
    } catch (IOException e) {
      return; // The client has gone.
    } finally {
      end(connection);
    }
  }

  /**
   * Returns the next line without its end, or empty at the end of the stream or if the line is too
   * long.
   */
  private static String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int c = in.read(); c >= 0 && line.size() <= LONGEST; c = in.read()) {
      if (c == '\n') {
        return line.toString(UTF_8);
      }
      line.write(c);
    }
    return "";
  }

  private void end(SocketChannel connection) {
    open.remove(connection);
    try {
      connection.close();
    } catch (IOException e) {
      return; // The client has gone in any case.
    }
  }

  /** Removes the socket, finishes answers in progress, and ends all connections. Blocks. */
  @Override
  public void close() throws IOException {
    isClosed = true;
    try {
      ServerSocketChannel opened = server;
      if (opened != null) {
        opened.close();
      }
      listening.join(LAST_ANSWERS);
      for (Map.Entry<SocketChannel, Thread> each : Map.copyOf(open).entrySet()) {
        each.getKey().shutdownInput(); // A thread that waits for a request ends.
        each.getValue().join(LAST_ANSWERS);
        end(each.getKey());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Files.deleteIfExists(directory.resolve(ControlPlace.ADDRESS));
    Files.deleteIfExists(directory.resolve(ControlPlace.SOCKET));
    if (elsewhere.isPresent()) {
      Files.deleteIfExists(elsewhere.get());
      Files.deleteIfExists(elsewhere.get().resolve("..").normalize());
    }
  }
}

package dev.arachne.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A real nginx, in a process of its own, as Debian has it. Confined to one thread. */
public final class Nginx implements AutoCloseable {
  private static final Path PROGRAM = Path.of("/usr/sbin/nginx");
  private static final long PATIENCE_SECONDS = 30;

  private final Process process;
  private final Path log;

  private Nginx(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Whether nginx is installed on this machine. */
  public static boolean isInstalled() {
    return Files.isExecutable(PROGRAM);
  }

  /** A port of the loopback interface that is free now. */
  public static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /**
   * Starts an nginx, and waits until it accepts connections.
   *
   * @param folder for its configuration, its logs and its other files
   * @param port at which its server listens
   * @param format of the lines of its log, such as {@code $status $request_uri}
   * @param server the content of the block of that name in its configuration
   * @throws IOException if it does not start; the message has its output
   */
  public static Nginx serve(Path folder, int port, String format, String server)
      throws IOException {
    Path state = Files.createDirectories(folder.resolve("nginx"));
    Path errors = folder.resolve("nginx.log");
    Path log = folder.resolve("access.log");
    Path configuration = folder.resolve("nginx.conf");
    Files.writeString(
        configuration,
        """
        daemon off; master_process off; pid %1$s/pid; error_log %2$s;
        events { worker_connections 256; }
        http {
          log_format l '%4$s';
          access_log %3$s l; default_type text/html;
          client_body_temp_path %1$s/b; proxy_temp_path %1$s/p; fastcgi_temp_path %1$s/f;
          uwsgi_temp_path %1$s/u; scgi_temp_path %1$s/s;
          server { %5$s }
        }
        """
            .formatted(state, errors, log, format, server));
    Process process =
        new ProcessBuilder(
                PROGRAM.toString(), "-c", configuration.toString(), "-e", errors.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(errors.toFile()))
            .start();
    var nginx = new Nginx(process, log);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!answers(port)) {
      if (!process.isAlive() || System.nanoTime() > end) {
        nginx.close();
        throw new IOException("nginx does not start: " + Files.readString(errors));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    return nginx;
  }

  private static boolean answers(int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** A line for each request that it has answered. */
  public Path log() {
    return log;
  }

  /** Ends it, and waits for its end. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}

package dev.arachne.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * An nginx of one worker on a free port of the loopback interface. It keeps connections for ever,
 * writes no log, and leaves nothing behind.
 */
final class LocalNginx implements AutoCloseable {
  private static final String TEXT = "text of a page ";

  private final Path directory;
  private final int port;
  private final Process process;

  private LocalNginx(Path directory, int port) throws IOException {
    this.directory = directory;
    this.port = port;
    Path configuration = directory.resolve("nginx.conf");
    Files.writeString(configuration, configuration(directory, port));
    String log = directory.resolve("error.log").toString();
    process =
        new ProcessBuilder("nginx", "-e", log, "-c", configuration.toString()).inheritIO().start();
  }

  /** Starts one that serves a file of so many bytes at any path that is their number. */
  static LocalNginx serving(int... fileBytes) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("nginx");
    for (int bytes : fileBytes) {
      String text = TEXT.repeat(bytes / TEXT.length() + 1).substring(0, bytes);
      Files.write(directory.resolve("" + bytes), text.getBytes(US_ASCII));
    }
    var nginx = new LocalNginx(directory, freePort());
    while (!nginx.answers()) {
      if (!nginx.process.isAlive()) {
        throw new IOException("nginx did not start");
      }
      Thread.sleep(10);
    }
    return nginx;
  }

  String url(int fileBytes) {
    return "http://127.0.0.1:" + port + "/" + fileBytes;
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    process.onExit().join();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private boolean answers() {
    try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String configuration(Path directory, int port) {
    // A worker of another user could not read the directory.
    String user = System.getProperty("user.name").equals("root") ? "user root;" : "";
    return """
    %3$s
    daemon off;
    worker_processes 1;
    pid %1$s/nginx.pid;
    events { worker_connections 1024; }
    http {
      access_log off;
      client_body_temp_path %1$s;
      proxy_temp_path %1$s;
      fastcgi_temp_path %1$s;
      uwsgi_temp_path %1$s;
      scgi_temp_path %1$s;
      default_type text/html;
      sendfile on;
      tcp_nopush on;
      open_file_cache max=100;
      keepalive_requests 1000000000;
      server {
        listen 127.0.0.1:%2$d;
        root %1$s;
      }
    }
    """
        .formatted(directory, port, user);
  }
}

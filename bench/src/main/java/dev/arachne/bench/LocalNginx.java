package dev.arachne.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.arachne.testkit.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * An nginx of one worker on a free port of the loopback interface. It keeps connections
 * indefinitely, writes no log, and removes its files.
 */
final class LocalNginx implements AutoCloseable {
  private static final String TEXT = "text of a page ";

  private final Path directory;
  private final int port;
  private final Process process;

  private LocalNginx(Path directory, int port, String content, String security) throws IOException {
    this.directory = directory;
    this.port = port;
    Path configuration = directory.resolve("nginx.conf");
    Files.writeString(configuration, configuration(directory, port, content, security));
    String log = directory.resolve("error.log").toString();
    process =
        new ProcessBuilder("nginx", "-e", log, "-c", configuration.toString()).inheritIO().start();
  }

  /** Starts an nginx that serves a file of n bytes at the path n, for each of {@code fileBytes}. */
  static LocalNginx serving(int... fileBytes) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("nginx");
    for (int bytes : fileBytes) {
      String text = TEXT.repeat(bytes / TEXT.length() + 1).substring(0, bytes);
      Files.write(directory.resolve("" + bytes), text.getBytes(US_ASCII));
    }
    return started(new LocalNginx(directory, freePort(), "root " + directory + ";", ""));
  }

  /**
   * Starts an nginx that speaks TLS and answers late, by the milliseconds in the first step of a
   * path: 0, 2000 or 10000. Needs nginx' echo module.
   */
  static LocalNginx answeringLateOverTls() throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("nginx");
    Files.writeString(directory.resolve("server.pem"), TestCertificate.VALID.pem());
    String late =
        """
        ssl_certificate %1$s/server.pem;
        ssl_certificate_key %1$s/server.pem;
        location /0/ { echo -n ok; }
        location /2000/ { echo_sleep 2; echo -n ok; }
        location /10000/ { echo_sleep 10; echo -n ok; }
        """
            .formatted(directory);
    return started(new LocalNginx(directory, freePort(), late, "ssl"));
  }

  private static LocalNginx started(LocalNginx nginx) throws IOException, InterruptedException {
    while (!nginx.answers()) {
      if (!nginx.process.isAlive()) {
        throw new IOException("nginx did not start");
      }
      Thread.sleep(10);
    }
    return nginx;
  }

  int port() {
    return port;
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

  private static String configuration(Path directory, int port, String content, String security) {
    // A worker of another user could not read the directory.
    String user = System.getProperty("user.name").equals("root") ? "user root;" : "";
    return """
    %3$s
    daemon off;
    worker_processes 1;
    pid %1$s/nginx.pid;
    worker_rlimit_nofile 20000;
    include /etc/nginx/modules-enabled/*.conf;
    events { worker_connections 19000; }
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
        listen 127.0.0.1:%2$d %5$s backlog=4096;
        %4$s
      }
    }
    """
        .formatted(directory, port, user, content, security);
  }
}

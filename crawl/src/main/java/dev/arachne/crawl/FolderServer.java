package dev.arachne.crawl;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpHandlers;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.Request;
import com.sun.net.httpserver.SimpleFileServer;
import dev.arachne.options.Seed;
import dev.arachne.options.UsageException;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves a folder on a free loopback port during a crawl, with the JDK's simple file server.
 * Outputs name the site by its folder: {@link #display} puts the folder in place of the port.
 */
final class FolderServer implements AutoCloseable {
  /** The files that the server sends for a folder. */
  private static final List<String> INDEXES = List.of("index.html", "index.htm");

  private final Path folder;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private FolderServer(Path folder, int port) throws IOException {
    this.folder = folder;
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    server = server(address);
    server.setExecutor(threads);
    server.start();
  }

  /** A folder without an index page is 404, as on most servers; its files are not listed. */
  private HttpServer server(InetSocketAddress address) throws IOException {
    HttpHandler files = SimpleFileServer.createFileHandler(folder);
    HttpHandler none = HttpHandlers.of(404, Headers.of(), "");
    return HttpServer.create(
        address, 0, "/", HttpHandlers.handleOrElse(this::isServed, files, none));
  }

  /** Also false for a named pipe or a device, which can block indefinitely when opened. */
  private boolean isServed(Request request) {
    try {
      Path file = folder.resolve(request.getRequestURI().getPath().substring(1));
      return Files.isRegularFile(file)
          || INDEXES.stream().anyMatch(index -> Files.isRegularFile(file.resolve(index)));
    } catch (InvalidPathException | IndexOutOfBoundsException e) {
      return false;
    }
  }

  /**
   * Serves {@code folder}, a real path.
   *
   * @param port 0 for any free one
   * @throws UsageException if the port is taken
   */
  static FolderServer serve(Path folder, int port) throws UsageException {
    try {
      return new FolderServer(folder, port);
    } catch (IOException e) {
      throw new UsageException(
          folder.toString(),
          "was served on port "
              + port
              + " when this crawl began, which is taken now; free it, or"
              + " use --fresh");
    }
  }

  /** The port on which the folder is served. */
  int port() {
    return server.getAddress().getPort();
  }

  /** The URL of the folder's own page. */
  CrawlUrl root() {
    return CrawlUrl.of(prefix());
  }

  /** Returns {@code text} with the folder's path in place of this server's URL. */
  String display(String text) {
    String path = folder.toUri().toString();
    return text.replace(prefix(), path.endsWith("/") ? path : path + "/");
  }

  private String prefix() {
    return Seed.Folder.url(port());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

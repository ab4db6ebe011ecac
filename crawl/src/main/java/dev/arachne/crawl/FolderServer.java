package dev.arachne.crawl;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpHandlers;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.Request;
import com.sun.net.httpserver.SimpleFileServer;
import dev.arachne.options.Root;
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
 * Serves a folder on a free loopback port for the time of a crawl, by the JDK's simple file server.
 * To the outside the site's identity is the folder: {@link #display} puts it in place of the port.
 */
final class FolderServer implements AutoCloseable {
  /** What the file server sends for a folder. */
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

  /** A folder without a page of its own is not found, as on most servers: no list of its files. */
  private HttpServer server(InetSocketAddress address) throws IOException {
    HttpHandler files = SimpleFileServer.createFileHandler(folder);
    HttpHandler none = HttpHandlers.of(404, Headers.of(), "");
    return HttpServer.create(
        address, 0, "/", HttpHandlers.handleOrElse(this::isServed, files, none));
  }

  /** False for a named pipe or a device, too: to open one can take for ever. */
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
   * @param port 0 for any that is free
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

  /** Where the folder's own page is for now. */
  CrawlUrl root() {
    return CrawlUrl.of(prefix());
  }

  /** {@code text} with the folder's path wherever it names this server. */
  String display(String text) {
    String path = folder.toUri().toString();
    return text.replace(prefix(), path.endsWith("/") ? path : path + "/");
  }

  private String prefix() {
    return Root.Folder.url(port());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}

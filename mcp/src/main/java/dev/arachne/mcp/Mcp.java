package dev.arachne.mcp;

import dev.arachne.directory.UrlStory;
import dev.arachne.options.AddressScope;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * A server of the Model Context Protocol (revisions 2026-07-28 and, for older clients, 2025-03-26
 * to 2025-11-25) with the crawls of a folder. Thread-safe.
 */
public final class Mcp {
  private final McpServer server;

  private Mcp(McpServer server) {
    this.server = server;
  }

  /**
   * A server.
   *
   * @param directory a crawl, or a directory of crawls; new ones are kept in it, or next to it
   * @param addresses that new crawls may connect to
   * @param version of the program
   * @param story explains the state of a URL
   * @throws IOException if the directory cannot be read
   */
  public static Mcp of(
      Path directory, AddressScope addresses, String version, Function<UrlStory, String> story)
      throws IOException {
    CrawlFolder folder = CrawlFolder.of(directory);
    return new Mcp(new McpServer(CrawlTools.of(folder, addresses, story), version));
  }

  /** Serves one client over streams, one message in each line, until {@code in} ends. */
  public void serve(InputStream in, OutputStream out) throws IOException, InterruptedException {
    McpStreams.serve(server, in, out);
  }

  /** Serves clients on this machine over HTTP, on a port, or 0 for any free one. */
  public Listening listen(int port) throws IOException {
    return new Listening(McpHttp.serve(server, port));
  }

  /** A server that listens; closing it ends it. */
  public static final class Listening implements Closeable {
    private final McpHttp http;

    private Listening(McpHttp http) {
      this.http = http;
    }

    /** The URL for clients. */
    public String url() {
      return http.url();
    }

    /** Waits until it is closed. */
    public void await() throws InterruptedException {
      http.await();
    }

    @Override
    public void close() {
      http.close();
    }
  }
}

package dev.arachne.road;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Stage 1: one page after the other over a blocking socket.
 *
 * <p>No stage is easier to read. Each line that touches the socket may block the thread until the
 * network has done its part. The program does no other work meanwhile: a hundred pages take a
 * hundred times as long as one.
 */
final class BlockingSocket implements Stage {
  private final Duration patience;

  BlockingSocket(Duration patience) {
    this.patience = patience;
  }

  @Override
  public List<FetchedPage> fetch(List<CrawlUrl> urls) throws IOException {
    var pages = new ArrayList<FetchedPage>();
    for (CrawlUrl url : urls) {
      pages.add(get(url, patience));
    }
    return pages;
  }

  /** Fetches one page; blocks the calling thread until it is there. */
  static FetchedPage get(CrawlUrl url, Duration patience) throws FetchException {
    var exchange = new PlainExchange(url);
    try (var socket = new Socket()) {
      int millis = Math.toIntExact(patience.toMillis());
      socket.setSoTimeout(millis);
      socket.connect(exchange.address(), millis); // waits
      socket.getOutputStream().write(exchange.request());
      InputStream in = socket.getInputStream();
      byte[] chunk = new byte[PlainExchange.CHUNK];
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) { // waits
        exchange.received(chunk, count);
      }
      return exchange.page();
    } catch (IOException e) {
      throw new FetchException(url, e);
    }
  }
}

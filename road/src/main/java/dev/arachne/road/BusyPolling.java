package dev.arachne.road;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Stage 2: a socket that never makes its caller wait, and a caller who therefore asks again and
 * again.
 *
 * <p>Connect and read now return at once, mostly with nothing. The thread could do something else
 * meanwhile, but this program does not know what, or when to come back, so it spins: as slow as
 * stage 1, and a core is busy all the time. A socket that does not block is no gain by itself;
 * somebody must say which socket is worth a look, and that is stage 3.
 */
final class BusyPolling implements Stage {
  private final Duration patience;

  BusyPolling(Duration patience) {
    this.patience = patience;
  }

  @Override
  public List<FetchedPage> fetch(List<CrawlUrl> urls) throws IOException {
    var pages = new ArrayList<FetchedPage>();
    for (CrawlUrl url : urls) {
      pages.add(get(url));
    }
    return pages;
  }

  private FetchedPage get(CrawlUrl url) throws FetchException {
    var exchange = new PlainExchange(url);
    try (var channel = SocketChannel.open()) {
      channel.configureBlocking(false);
      channel.connect(exchange.address());
      long heard = System.nanoTime();
      while (!channel.finishConnect()) {
        askAgain(heard); // not yet
      }
      var request = ByteBuffer.wrap(exchange.request());
      while (request.hasRemaining()) {
        channel.write(request);
      }
      var chunk = ByteBuffer.allocate(PlainExchange.CHUNK);
      int count = channel.read(chunk);
      while (count >= 0) {
        if (count == 0) {
          askAgain(heard); // nothing came yet
        } else {
          exchange.received(chunk.array(), count);
          heard = System.nanoTime();
        }
        count = channel.read(chunk.clear());
      }
      return exchange.page();
    } catch (IOException e) {
      throw new FetchException(url, e);
    }
  }

  /** Returns at once, unless nothing was heard of the server for too long. */
  private void askAgain(long heard) throws SocketTimeoutException {
    if (System.nanoTime() - heard > patience.toNanos()) {
      throw PlainExchange.silence(patience);
    }
    Thread.onSpinWait();
  }
}

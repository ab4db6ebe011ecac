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
 * Stage 2: a socket that never blocks its caller, and a caller that therefore polls it again and
 * again.
 *
 * <p>Connect and read now return at once, mostly with nothing. The thread could do other work
 * meanwhile, but this program has no other work for it, and no time to come back. So it spins: as
 * slow as stage 1, and a core is busy all the time. A non-blocking socket alone is not a gain. The
 * program must learn which socket is ready, and that is stage 3.
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
          askAgain(heard); // no byte came yet
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

  /** Returns at once, unless the server was silent for too long. */
  private void askAgain(long heard) throws SocketTimeoutException {
    if (System.nanoTime() - heard > patience.toNanos()) {
      throw PlainExchange.silence(patience);
    }
    Thread.onSpinWait();
  }
}

package dev.arachne.http;

import dev.arachne.network.Channel;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;

/**
 * Stored answers, in an archive for example, that replace all hosts: a client that has them does no
 * DNS lookup and opens no connection. Confined to the loop of its client.
 */
@FunctionalInterface
public interface StoredAnswers {
  /**
   * Opens the stored answer to a GET of a URL.
   *
   * @return a response as it came on the wire, which ends where the stored bytes end; its peer is
   *     the address from which it came. The client writes nothing to it, and closes it
   * @throws StoredAnswerException if there is no answer, or it cannot be read; reading the channel
   *     may throw it, too
   */
  Channel open(CrawlUrl url) throws IOException;
}

package dev.arachne.crawl;

import dev.arachne.options.FileFailure;
import dev.arachne.options.SiteOptions;
import dev.arachne.options.UsageException;
import dev.arachne.protocol.BotSignature;
import dev.arachne.protocol.RequestField;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Signs the requests of a crawl; requests to one host share a signature for a while. Confined to
 * its event loop.
 */
final class RequestSigner {
  /**
   * The validity of a signature: long enough for a request that waits to be sent, and for a wrong
   * clock.
   */
  private static final Duration LIFETIME = Duration.ofMinutes(5);

  /** The time after which a signature is replaced. */
  private static final Duration USED = Duration.ofMinutes(1);

  /** Most hosts whose signatures are remembered. */
  private static final int MOST_HOSTS = 1_000;

  private final BotSignature signature;
  private final Map<String, Signed> hosts = new LinkedHashMap<>(16, 0.75f, true);

  private record Signed(Instant created, List<RequestField> fields) {}

  private RequestSigner(BotSignature signature) {
    this.signature = signature;
  }

  /**
   * Returns the signer with the key of the options; waits for the disk.
   *
   * @throws UsageException if the key file is missing or invalid
   */
  static RequestSigner of(SiteOptions options) throws UsageException {
    Optional<URI> agent = options.agent();
    if (agent.isPresent() && !"https".equalsIgnoreCase(agent.get().getScheme())) {
      throw new UsageException(
          "--agent " + agent.get(), "sites take keys by https alone; use https://...");
    }
    Path file =
        options
            .signingKey()
            .orElseThrow(() ->
                new UsageException("--agent", "there is no key to sign with; use --sign FILE too"));
    try {
      return new RequestSigner(BotSignature.of(file, agent.map(URI::toString)));
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "--sign " + file,
          e.getMessage() + "; make one: openssl genpkey -algorithm ed25519 -out FILE");
    } catch (IOException e) {
      throw new UsageException(FileFailure.text(e), "cannot be read; choose another --sign");
    }
  }

  /** Returns the signature fields of a request for a URL, as of now. */
  List<RequestField> fields(CrawlUrl url) {
    Instant now = EventLoop.current().time().now();
    Signed known = hosts.get(url.hostAndPort());
    if (known == null || !now.isBefore(known.created().plus(USED))) {
      known =
          new Signed(
              now, signature.fields(url.hostAndPort(), now, now.plus(LIFETIME), Optional.empty()));
      hosts.put(url.hostAndPort(), known);
      if (hosts.size() > MOST_HOSTS) {
        hosts.remove(hosts.keySet().iterator().next());
      }
    }
    return known.fields();
  }
}

package dev.arachne.crawl;

import dev.arachne.http.ByteRate;
import dev.arachne.http.HttpRequest;
import dev.arachne.options.HostTable;
import dev.arachne.runtime.TimeSource;
import dev.arachne.url.CrawlUrl;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The bandwidth limits of hosts. With very many hosts the least recently used are forgotten; such a
 * host may then send a quarter of a second's bytes at once again. Confined to its event loop; the
 * rates may be used on any loop.
 */
final class HostRates {
  private static final int MOST_HOSTS = 10_000;
  private static final float USUAL_LOAD = 0.75f;

  private final long bytesPerSecond;
  private final HostTable hosts;
  private final TimeSource time;
  private final Map<String, ByteRate> rates =
      new LinkedHashMap<>(16, USUAL_LOAD, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ByteRate> eldest) {
          return size() > MOST_HOSTS;
        }
      };

  /**
   * Rates in bytes per second; {@link Long#MAX_VALUE} is unlimited.
   *
   * @param hosts the rates of single hosts
   */
  HostRates(long bytesPerSecond, HostTable hosts, TimeSource time) {
    this.bytesPerSecond = bytesPerSecond;
    this.hosts = hosts;
    this.time = time;
  }

  /** Returns a request whose answer is throttled to its host's rate. */
  HttpRequest bounded(HttpRequest request) {
    return of(request.url()).map(request::noFasterThan).orElse(request);
  }

  /** The rate of a URL's host; empty if it is unlimited. */
  Optional<ByteRate> of(CrawlUrl url) {
    OptionalLong own = hosts.of(url).byteRate();
    long its = own.orElse(bytesPerSecond);
    if (its == Long.MAX_VALUE) {
      return Optional.empty();
    }
    String host = own.isPresent() ? url.origin().server().toString() : url.host();
    return Optional.of(rates.computeIfAbsent(host, _ -> new ByteRate(its, time)));
  }
}

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
 * How fast each host's answers may come. Of very many hosts those that were asked longest ago are
 * forgotten; a quarter of a second's bytes of such a host may come at once again. Confined to the
 * crawl's loop; the rates may be used on any.
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
   * Rates of hosts; {@link Long#MAX_VALUE} is no bound.
   *
   * @param hosts those of single hosts
   */
  HostRates(long bytesPerSecond, HostTable hosts, TimeSource time) {
    this.bytesPerSecond = bytesPerSecond;
    this.hosts = hosts;
    this.time = time;
  }

  /** A request whose answer comes no faster than its host's rate. */
  HttpRequest bounded(HttpRequest request) {
    return of(request.url()).map(request::noFasterThan).orElse(request);
  }

  /** That of a URL's host; empty if there is no bound. */
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

package dev.arachne.crawl;

import dev.arachne.frontier.Lease;
import dev.arachne.http.ByteRate;
import dev.arachne.runtime.TimeSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How fast each host's answers may come. Of very many hosts those that were asked longest ago are
 * forgotten, which costs them a quarter of a second's bytes. Confined to the crawl's loop; the
 * rates may be used on any.
 */
final class HostRates {
  private static final int MOST_HOSTS = 10_000;
  private static final float USUAL_LOAD = 0.75f;

  private final long bytesPerSecond;
  private final TimeSource time;
  private final Map<String, ByteRate> rates =
      new LinkedHashMap<>(16, USUAL_LOAD, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ByteRate> eldest) {
          return size() > MOST_HOSTS;
        }
      };

  /** Rates of hosts; {@link Long#MAX_VALUE} is no bound. */
  HostRates(long bytesPerSecond, TimeSource time) {
    this.bytesPerSecond = bytesPerSecond;
    this.time = time;
  }

  /** That of a lease's host; empty if there is no bound. */
  Optional<ByteRate> of(Lease lease) {
    return bytesPerSecond == Long.MAX_VALUE
        ? Optional.empty()
        : Optional.of(
            rates.computeIfAbsent(lease.url().host(), _ -> new ByteRate(bytesPerSecond, time)));
  }
}

package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.arachne.http.ByteRate;
import dev.arachne.options.HostTable;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which URLs share a rate. */
class HostRatesTest {
  private interface Body {
    void run(HostRates rates) throws Exception;
  }

  private static void withRates(long bytesPerSecond, String table, Body body) throws Exception {
    HostTable hosts = HostTable.parse("hosts.yaml", table, _ -> null);
    EventLoop.run(
        "rates",
        () -> {
          body.run(new HostRates(bytesPerSecond, hosts, EventLoop.current().time()));
          return true;
        });
  }

  private static ByteRate rate(HostRates rates, String url) {
    return rates.of(CrawlUrl.of(url)).orElseThrow();
  }

  @Test
  void allPortsOfAHostShareTheRateOfAllHosts() throws Exception {
    withRates(
        1_000,
        "hosts: {}",
        rates -> {
          ByteRate its = rate(rates, "http://a.example/");
          assertSame(its, rate(rates, "http://a.example:81/x"));
          assertNotSame(its, rate(rates, "http://b.example/"));
        });
  }

  @Test
  void aServerWithARateOfItsOwnSharesItWithNoOtherPort() throws Exception {
    withRates(
        1_000,
        "hosts: {'a.example:80': {limit-rate: 10}}",
        rates -> {
          ByteRate own = rate(rates, "http://a.example/");
          assertSame(own, rate(rates, "https://a.example/"), "one server");
          assertNotSame(own, rate(rates, "http://a.example:81/"));
        });
  }

  @Test
  void aHostWithoutABoundHasNoRate() throws Exception {
    withRates(
        Long.MAX_VALUE,
        "hosts: {a.example: {limit-rate: 10}}",
        rates -> {
          assertEquals(Optional.empty(), rates.of(CrawlUrl.of("http://b.example/")));
          rate(rates, "http://a.example/");
        });
  }

  @Test
  void theHostThatWasAskedLongestAgoIsForgotten() throws Exception {
    withRates(
        1_000,
        "hosts: {}",
        rates -> {
          ByteRate first = rate(rates, "http://first.example/");
          ByteRate second = rate(rates, "http://second.example/");
          assertSame(first, rate(rates, "http://first.example/"));
          for (int i = 0; i < 9_999; i++) {
            rate(rates, "http://h" + i + ".example/");
          }
          assertSame(first, rate(rates, "http://first.example/"));
          assertNotSame(second, rate(rates, "http://second.example/"));
        });
  }
}

package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.http.Proxy;
import dev.arachne.options.HostTable;
import dev.arachne.options.SiteProxy;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which proxies an origin is asked by. */
class ProxiesTest {
  private static List<String> hosts(Map<String, String> environment, String direct, String url) {
    var proxies =
        new Proxies(
            SiteProxy.of(environment), List.of(direct.split("[, ]")), Set.of(), HostTable.NONE);
    return proxies.of(CrawlUrl.of(url).origin()).stream().map(Proxy::host).toList();
  }

  @Test
  void theEnvironmentIsReadAsCurlReadsIt() {
    var all = Map.of("http_proxy", "a", "HTTPS_PROXY", "b", "all_proxy", "c", "HTTP_PROXY", "evil");
    assertEquals(List.of("a"), hosts(all, "", "http://x.example/"));
    assertEquals(List.of("b"), hosts(all, "", "https://x.example/"));
    assertEquals(List.of(), hosts(Map.of("HTTP_PROXY", "evil"), "", "http://x.example/"));
    assertEquals(List.of("c"), hosts(Map.of("ALL_PROXY", "c"), "", "https://x.example/"));
    var mistake =
        assertThrows(
            IllegalArgumentException.class,
            () -> SiteProxy.of(Map.of("http_proxy", "ftp://user:secret@h")));
    assertEquals(
        "http_proxy: proxies of scheme ftp are not supported; use http:// or socks5://",
        mistake.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "example.com | http://example.com/ | true",
        "example.com | http://www.example.com/ | true",
        ".example.com | http://example.com/ | true",
        "example.com | http://badexample.com/ | false",
        "other,EXAMPLE.com | http://example.com/ | true",
        "* | http://example.com/ | true",
        "*.com | http://example.com/ | false",
        "127.0.0.1 | http://127.0.0.1:81/ | true",
        "127.0.0.0/8 | http://127.9.9.9/ | true",
        "10.0.0.0/9 | http://10.128.0.1/ | false",
        "10.0.0.0/99 | http://10.0.0.1/ | false",
        "[::1] | http://[::1]/ | true",
        "fd00::/8 | http://[fd12::1]/ | true",
        "fd00::/8 | http://10.0.0.1/ | false",
        "0.0.1 | http://127.0.0.1/ | false",
      })
  void hostsWithoutAProxyAreAskedThemselves(String direct, String url, boolean isDirect) {
    assertEquals(isDirect, hosts(Map.of("all_proxy", "p"), direct, url).isEmpty());
  }
}
